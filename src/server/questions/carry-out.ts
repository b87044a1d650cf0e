import { eq } from 'drizzle-orm';
import type { CheckAnswer } from '#contract/check-questions.ts';
import { keyOf } from '#contract/labels.ts';
import type { NameKind } from '#contract/names.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { analyses } from '#server/analyses/tables.ts';
import { type CastService, castDocument } from '#server/campaigns/cast.ts';
import { isSameSpeaker } from '#server/campaigns/cast-rules.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Corrections } from '#server/names/corrections.ts';
import { addName, checkRoom, contentOf, namesOf, setKind } from '#server/names/glossary.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { addToNotes } from './notes-additions.ts';
import type { OpenQuestion } from './question-rows.ts';
import type { AnswerUndo } from './tables.ts';

export interface Carriers {
  cast: CastService;
  corrections: Corrections;
  notes: Pick<NotesService, 'restore'>;
}

interface Place extends Omit<Carriers, 'corrections'> {
  tx: Orm;
  userId: string;
  campaignId: string;
  clock: Clock;
}

/** Null unless the answer is a correction. */
export function wrongName(
  { kind, about }: OpenQuestion,
  answer: CheckAnswer,
): { wrong: string; right: string } | null {
  const [first = '', second = ''] = about;
  if (kind !== 'name') return null;
  if (answer === 'first') return { wrong: second, right: first };
  return answer === 'second' ? { wrong: first, right: second } : null;
}

/** Exactly this name, alone or with a possessive. @returns what to correct */
export async function correctionOf(
  orm: Orm,
  corrections: Pick<Corrections, 'preview'>,
  { userId, campaignId }: { userId: string; campaignId: string },
  { question, asked }: { question: OpenQuestion; asked: { wrong: string; right: string } },
) {
  const { hits, knownKind } = await corrections.preview(userId, campaignId, asked);
  const isIt = (match: string) => match.replace(/['’]s?$/u, '') === asked.wrong;
  return {
    ...asked,
    chosen: hits.filter(({ match }) => isIt(match)).map(({ id }) => id),
    remember: true,
    kind: knownKind ?? (await kindOf(orm, question, asked.right)) ?? ('other' as const),
  };
}

/** The caller has locked its campaign. */
export async function holdSession(tx: Orm, sessionId: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
}

/** All but corrections. The caller has locked the campaign. */
export async function carryOut(
  place: Place,
  question: OpenQuestion,
  answer: CheckAnswer,
): Promise<AnswerUndo> {
  switch (answer) {
    case 'yes':
    case 'no':
      return inCast(place, question, answer);
    case 'different':
      return { names: await bothKnown(place, question) };
    case 'npc':
    case 'location':
    case 'faction':
    case 'item':
      return ofKind(place, question, answer);
    case 'keep':
      return kept(place, question);
    case 'first':
    case 'second':
    case 'notAName':
    case 'leaveOut':
      return {};
  }
}

async function inCast(
  { tx, userId, campaignId, cast }: Place,
  { about: [asked = '', character = ''], session }: OpenQuestion,
  answer: 'yes' | 'no',
): Promise<AnswerUndo> {
  const { revision, content } = await castDocument(tx, campaignId);
  const { speakers } = await cast.read(tx, userId, campaignId, session.id);
  const speaker = speakers.find(({ label }) => isSameSpeaker(content, session.id, asked, label));
  if (speaker === undefined) return {};
  await cast.change(tx, userId, campaignId, revision, {
    sessionId: session.id,
    change: { kind: answer === 'yes' ? 'accept' : 'reject', label: speaker.label, character },
  });
  return { cast: { before: content, after: (await castDocument(tx, campaignId)).content } };
}

async function bothKnown(
  { tx, userId, campaignId, clock }: Place,
  question: OpenQuestion,
): Promise<NonNullable<AnswerUndo['names']>> {
  const present = new Set((await namesOf(tx, campaignId)).map(({ term }) => keyOf(term)));
  const fresh = question.about.filter((term) => !present.has(keyOf(term)));
  await checkRoom(tx, campaignId, fresh.length);
  const changes: NonNullable<AnswerUndo['names']> = [];
  for (const term of fresh) {
    const kind = (await kindOf(tx, question, term)) ?? 'other';
    const row = await addName(tx, {
      userId,
      campaignId,
      source: 'user',
      now: clock.now(),
      fields: { term, kind },
    });
    changes.push({ target: { kind: 'name', id: row.id }, content: { before: null, after: contentOf(row) } });
  }
  return changes;
}

const parts = { npc: 'npcs', location: 'locations', faction: 'factions', item: 'items' } as const;

async function ofKind(
  { tx, userId, campaignId, clock, notes }: Place,
  { about: [term = ''], session, evidence }: OpenQuestion,
  kind: keyof typeof parts,
): Promise<AnswerUndo> {
  const known = (await namesOf(tx, campaignId)).find((each) => keyOf(each.term) === keyOf(term));
  if (known === undefined) await checkRoom(tx, campaignId, 1);
  const now = clock.now();
  const row = known
    ? await setKind(tx, known.id, kind, now)
    : await addName(tx, { userId, campaignId, source: 'user', now, fields: { term, kind } });
  await holdSession(tx, session.id);
  const added = await addToNotes(tx, notes, session.id, {
    key: parts[kind],
    line: { text: term, evidence },
    entry: `- **${term}**`,
  });
  return {
    names: [
      {
        target: { kind: 'name', id: row.id },
        content: { before: known ? contentOf(known) : null, after: contentOf(row) },
      },
    ],
    ...(added === null ? {} : { notes: added }),
  };
}

async function kept(
  { tx, notes }: Place,
  { about: [statement = ''], session, evidence }: OpenQuestion,
): Promise<AnswerUndo> {
  await holdSession(tx, session.id);
  const added = await addToNotes(tx, notes, session.id, {
    key: 'summary',
    line: { text: statement, evidence },
    entry: null,
  });
  return added === null ? {} : { notes: added };
}

async function kindOf(tx: Orm, { analysisId }: OpenQuestion, term: string): Promise<NameKind | null> {
  const [row] = await tx
    .select({ result: analyses.result })
    .from(analyses)
    .where(eq(analyses.id, analysisId));
  return (
    keysOf(parts).find((kind) =>
      row?.result?.[parts[kind]].some(({ name }) => keyOf(name) === keyOf(term)),
    ) ?? null
  );
}
