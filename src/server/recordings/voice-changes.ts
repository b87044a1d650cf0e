import { and, asc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { isLasting, keyOf } from '#contract/labels.ts';
import type { Speaker, Warning } from '#contract/transcript.ts';
import type { VoiceChange } from '#contract/voice-changes.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { whoIs } from '#server/campaigns/cast-rules.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { VoiceGroupings, VoiceTurn } from '#server/engines/voices/port.ts';
import { linesOfTwo, voicesOfWords } from '#server/engines/voices/voice-words.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hasRunningAnalysis, refuseWhileErasing } from './running-analyses.ts';
import {
  type audioAssets,
  segments,
  transcriptEdits,
  transcripts,
  type VoicesBefore,
  voiceChanges,
  voicesVersion,
} from './tables.ts';
import { keepProposals, storeProposals } from './voice-prints.ts';

/** The longest recordings have a third of these. */
const MOST_LINES = 50_000;
/** Of a voice; a smaller part is a change of mood. */
const LEAST_PART = 0.1;

interface Line {
  ordinal: number;
  id: string;
  startMs: number;
  endMs: number;
  speakerId: string | null;
}

interface Voices {
  lines: readonly Line[];
  speakers: readonly Speaker[];
}

/** By ordinal, of the lines that change. */
type Moved = Map<number, string | null>;

/** For changes since; how anybody sounds is not kept. */
export async function keepVoiceGroupings(
  tx: Orm,
  transcriptId: string,
  groupings: VoiceGroupings,
): Promise<void> {
  const set = { groupings, before: null };
  await tx
    .insert(voiceChanges)
    .values({ transcriptId, ...set })
    .onConflictDoUpdate({ target: voiceChanges.transcriptId, set });
}

/** Whether a service numbered its speakers from one in each part of the recording. */
export const areOfParts = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => code === SPEAKERS_PER_PART);

const SPEAKERS_PER_PART = 'speakersPerPart';

/** Whether a transcript whose recording is there has voices that were never told apart: its speakers are the user's, or those of parts. */
export async function lacksVoices(
  orm: Orm,
  audio: Pick<typeof audioAssets.$inferSelect, 'kind' | 'deletedAt'>,
  { id, source, speakers, warnings, erasedCount }: typeof transcripts.$inferSelect,
): Promise<boolean> {
  if (audio.deletedAt !== null || audio.kind === 'multitrack' || source !== 'speech' || erasedCount > 0)
    return false;
  if (speakers.length === 0 || areOfParts(warnings)) return true;
  const [heardBefore] = await orm.select().from(voiceChanges).where(eq(voiceChanges.transcriptId, id));
  if (heardBefore !== undefined && heardBefore.groupings.spans.length > 0) return false;
  const chosen = await chosenLines(orm, id);
  if (chosen.size === 0) return false;
  const heard = and(
    eq(segments.transcriptId, id),
    isNotNull(segments.speakerId),
    notInArray(segments.id, [...chosen]),
  );
  return (await orm.select({ id: segments.id }).from(segments).where(heard).limit(1)).length === 0;
}

/**
 * Gives the lines of a transcript that lacked them the voices that were found since. Lines stay as they are, and those whose speaker the user
 * chose keep it.
 * @param place of the transcript; lock the session first
 * @returns the label of each voice that has a line
 */
export async function giveVoices(
  tx: Orm,
  place: { transcriptId: string; sessionId: string; campaignId: string },
  turns: readonly VoiceTurn[],
): Promise<Map<number, string>> {
  const { transcriptId } = place;
  const lines = await linesOf(tx, transcriptId);
  const [row] = await tx.select().from(transcripts).where(eq(transcripts.id, transcriptId));
  const { speakers = [], warnings = [] } = row ?? {};
  const cast = await castOf(tx, place.campaignId);
  const chosen = await chosenLines(tx, transcriptId);
  const given = placed({
    lines,
    speakers,
    // The number of a part means nothing, unless the user said who it is.
    known: areOfParts(warnings)
      ? speakers.filter(({ label }) => whoIs(cast, place.sessionId, label) !== null)
      : speakers,
    found: voicesOfWords(lines, turns),
    chosen,
    added: await speakersAfter(tx, place, speakers),
  });
  await store(tx, transcriptId, { lines, speakers: given.speakers }, given.moved, []);
  await tx
    .update(transcripts)
    .set({
      warnings: warnings.filter(({ code }) => code !== SPEAKERS_PER_PART),
    })
    .where(eq(transcripts.id, transcriptId));
  const labelOf = new Map(given.speakers.map(({ id, label }) => [id, label]));
  return new Map([...given.ids].flatMap(([voice, id]) => [[voice, labelOf.get(id) ?? '']]));
}

const VOICES_PER_LINE = 'voicesPerLine';

/** Says in how many lines two people speak, as lines and voices are now. Those that the user divided, joined or gave to somebody are settled. */
export async function followLinesOfTwo(tx: Orm, transcriptId: string): Promise<void> {
  const [kept] = await tx
    .select({ groupings: voiceChanges.groupings })
    .from(voiceChanges)
    .where(
      and(eq(voiceChanges.transcriptId, transcriptId), sql`${voiceChanges.groupings} ->> 'isLate' = 'true'`),
    );
  if (kept === undefined) return;
  const { groupings } = kept;
  const group = groupings.groups.find((each) => peopleIn(each) === groupings.heard) ?? [];
  // Those that were divided since are no reason to refuse another edit.
  const lines = await linesOf(tx, transcriptId, 2 * MOST_LINES);
  const settled = await editedLines(tx, transcriptId, ({ kind }) => kind === 'split' || kind === 'joined');
  // Voices that were merged are one speaker.
  const speakers = speakerOfEach(lines, linesIn(group, groupings, lines));
  const ids = [...new Set(speakers.values())];
  const turns = turnsOf(group, groupings).map(({ voice, ...turn }) => {
    const id = voice === null ? undefined : speakers.get(voice);
    return { ...turn, voice: id === undefined ? null : ids.indexOf(id) };
  });
  const shared = linesOfTwo(lines, turns).filter(({ id }) => !settled.has(id));
  const [row] = await tx
    .select({ warnings: transcripts.warnings })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId));
  const others = row?.warnings.filter(({ code }) => code !== VOICES_PER_LINE) ?? [];
  await tx
    .update(transcripts)
    .set({ warnings: [...others, ...oneVoiceEach(shared)] })
    .where(eq(transcripts.id, transcriptId));
}

/** With whom each voice shares most talk. */
function speakerOfEach(lines: readonly Line[], voices: readonly (number | null)[]): Map<number, string> {
  const talk = new Map<string, number>();
  const most = new Map<number, { id: string; ms: number }>();
  for (const [at, { speakerId, startMs, endMs }] of lines.entries()) {
    const voice = voices[at] ?? null;
    if (voice === null || speakerId === null) continue;
    const key = `${voice} ${speakerId}`;
    const ms = (talk.get(key) ?? 0) + endMs - startMs;
    talk.set(key, ms);
    if (ms > (most.get(voice)?.ms ?? -1)) most.set(voice, { id: speakerId, ms });
  }
  return new Map([...most].map(([voice, { id }]) => [voice, id]));
}

function oneVoiceEach(shared: readonly Line[]): Warning[] {
  const [first] = shared;
  if (first === undefined) return [];
  const where = shared.length === 1 ? 'one line' : `${shared.length} lines`;
  const message = `Two people speak in ${where} of this transcript. Such a line has the voice of the one who speaks longest in it. Split it in the transcript to give each person their words.`;
  return [{ code: VOICES_PER_LINE, message, startMs: first.startMs, endMs: first.endMs }];
}

/**
 * Lines whose speaker the user chose keep it. The numbers of new speakers were used by nobody else in the session.
 * @throws Refusal notFound, analysisRunning, voicesUnfit, nothingToUndo, staleRevision: another change came after the one to undo
 */
export async function changeTheVoices(
  tx: Orm,
  userId: string,
  transcriptId: string,
  change: VoiceChange,
): Promise<void> {
  const [transcript] = await tx.select().from(transcripts).where(eq(transcripts.id, transcriptId));
  if (transcript === undefined || !transcript.complete) throw new Refusal('notFound');
  const { id: sessionId, campaignId } = await ownSession(tx, userId, transcript.sessionId, {
    forUpdate: true,
  });
  if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
  await refuseWhileErasing(tx, sessionId);
  const lines = await linesOf(tx, transcriptId);
  // Read once the session is locked: another change may have come first.
  const [present] = await tx
    .select({ speakers: transcripts.speakers })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId));
  const [row] = await tx
    .select({ groupings: voiceChanges.groupings, before: voiceChanges.before, version: voicesVersion })
    .from(voiceChanges)
    .where(eq(voiceChanges.transcriptId, transcriptId));
  const voices = { lines, speakers: present?.speakers ?? [] };
  const groupings = row?.groupings ?? { spans: [], groups: [] };
  const before = row?.before ?? null;

  if (change.kind === 'undo') {
    if (before === null) throw new Refusal('nothingToUndo');
    if (change.version !== undefined && change.version !== row?.version) throw new Refusal('staleRevision');
    const moved = new Map(before.lines.map(([ordinal, was, became]) => [ordinal, { was, became }]));
    const back: Moved = new Map(
      lines.flatMap(({ ordinal, speakerId }) => {
        const move = moved.get(ordinal);
        return move === undefined || move.became !== speakerId ? [] : [[ordinal, move.was] as const];
      }),
    );
    const gone = voices.speakers.filter(({ id }) => !before.speakers.some((each) => each.id === id));
    await store(
      tx,
      transcriptId,
      { ...voices, speakers: [...before.speakers, ...gone] },
      back,
      before.speakers,
    );
    await tx
      .update(voiceChanges)
      .set({ groupings: divided(groupings, before.heard), before: null })
      .where(eq(voiceChanges.transcriptId, transcriptId));
    const heard = { transcriptId, campaignId, sessionId, heardAt: transcript.createdAt };
    await storeProposals(tx, heard, before.proposals ?? {});
    await followLinesOfTwo(tx, transcriptId);
    return;
  }

  const added = await speakersAfter(tx, { sessionId, campaignId }, [
    ...voices.speakers,
    ...(before?.speakers ?? []),
  ]);
  const { speakers, moved } = changed(voices, change, groupings, await chosenLines(tx, transcriptId), added);
  if (moved.size === 0)
    throw new Refusal('voicesUnfit', { message: 'This would change no line of the transcript.' });
  await store(tx, transcriptId, { lines, speakers }, moved, []);
  const changedLines = lines.filter(({ ordinal }) => moved.has(ordinal));
  const lost = new Set(changedLines.map(({ speakerId }) => speakerId));
  const same = voices.speakers.filter(({ id }) => !lost.has(id)).map(({ label }) => label);
  const next: VoicesBefore = {
    change: change.kind,
    speakers: [...voices.speakers],
    lines: changedLines.map(({ ordinal, speakerId }) => [ordinal, speakerId, moved.get(ordinal) ?? null]),
    proposals: await keepProposals(tx, transcriptId, new Set(same)),
    ...(groupings.heard === undefined ? {} : { heard: groupings.heard }),
  };
  const set = {
    groupings: divided(groupings, change.kind === 'count' ? change.people : groupings.heard),
    before: next,
  };
  await tx
    .insert(voiceChanges)
    .values({ transcriptId, ...set })
    .onConflictDoUpdate({ target: voiceChanges.transcriptId, set });
  await followLinesOfTwo(tx, transcriptId);
}

const divided = ({ heard: _, ...groupings }: VoiceGroupings, heard: number | undefined): VoiceGroupings =>
  heard === undefined ? groupings : { ...groupings, heard };

type Change = Exclude<VoiceChange, { kind: 'undo' }>;

function changed(
  voices: Voices,
  change: Change,
  groupings: VoiceGroupings,
  chosen: ReadonlySet<string>,
  added: () => Speaker,
): { speakers: Speaker[]; moved: Moved } {
  const { lines, speakers } = voices;
  const of = (label: string) => {
    const speaker = speakers.find((each) => each.label === label);
    if (speaker === undefined) throw new Refusal('notFound');
    return speaker;
  };
  if (change.kind === 'merge') {
    const [one, into] = [of(change.label), of(change.into)];
    if (one.id === into.id) throw new Refusal('voicesUnfit', { message: 'Choose two different voices.' });
    return {
      speakers: speakers.filter(({ id }) => id !== one.id),
      moved: new Map(
        lines.flatMap(({ ordinal, speakerId }) => (speakerId === one.id ? [[ordinal, into.id]] : [])),
      ),
    };
  }
  if (change.kind === 'split') {
    const { id } = of(change.label);
    const own = lines.filter((line) => line.speakerId === id && !chosen.has(line.id));
    for (const group of groupings.groups) {
      const [, second] = talkOf(own, linesIn(group, groupings, own));
      const talk = own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
      if (second === undefined || second.ms < LEAST_PART * talk) continue;
      const speaker = added();
      return {
        speakers: [...speakers, speaker],
        moved: new Map(second.ordinals.map((ordinal) => [ordinal, speaker.id])),
      };
    }
    throw new Refusal('voicesUnfit', {
      message: `All lines of ${change.label} sound like one person. Correct single lines in the transcript instead.`,
    });
  }
  const group = groupings.groups.find((each) => peopleIn(each) === change.people);
  if (group === undefined)
    throw new Refusal('voicesUnfit', {
      message: 'The voices of this recording can’t be told apart for this number of people.',
    });
  return placed({ ...voices, known: speakers, found: linesIn(group, groupings, lines), chosen, added });
}

/** @param known who may be one of the voices @param found the voice of each line */
function placed({
  lines,
  speakers,
  known,
  found,
  chosen,
  added,
}: Voices & {
  known: readonly Speaker[];
  found: readonly (number | null)[];
  chosen: ReadonlySet<string>;
  added: () => Speaker;
}): {
  speakers: Speaker[];
  moved: Moved;
  ids: Map<number, string>;
} {
  const ids = sameSpeakers(lines, found, known);
  const all = [...speakers];
  const moved: Moved = new Map();
  for (const [at, line] of lines.entries()) {
    const voice = found[at] ?? null;
    if (voice === null || chosen.has(line.id)) continue;
    let id = ids.get(voice);
    if (id === undefined) {
      const speaker = added();
      all.push(speaker);
      id = speaker.id;
      ids.set(voice, id);
    }
    if (id !== line.speakerId) moved.set(line.ordinal, id);
  }
  return { speakers: all, moved, ids };
}

const peopleIn = (group: VoiceGroupings['groups'][number]) =>
  new Set(group.filter((voice) => voice !== null)).size;

function linesIn(
  group: VoiceGroupings['groups'][number],
  groupings: VoiceGroupings,
  lines: readonly Line[],
): (number | null)[] {
  return voicesOfWords(lines, turnsOf(group, groupings));
}

const turnsOf = (group: VoiceGroupings['groups'][number], { spans }: VoiceGroupings): VoiceTurn[] =>
  spans.map(([startMs, endMs], at) => ({ startMs, endMs, voice: group[at] ?? null }));

/** Those who talk most first. */
function talkOf(lines: readonly Line[], voices: readonly (number | null)[]) {
  const talk = new Map<number, { ms: number; ordinals: number[] }>();
  for (const [at, { startMs, endMs, ordinal }] of lines.entries()) {
    const voice = voices[at] ?? null;
    if (voice === null) continue;
    const { ms, ordinals } = talk.get(voice) ?? { ms: 0, ordinals: [] };
    ordinals.push(ordinal);
    talk.set(voice, { ms: ms + endMs - startMs, ordinals });
  }
  return [...talk.values()].sort((one, other) => other.ms - one.ms);
}

/** A voice stays the speaker with whom it shares most talk, so that names stay. */
function sameSpeakers(
  lines: readonly Line[],
  voices: readonly (number | null)[],
  speakers: readonly Speaker[],
): Map<number, string> {
  const shared = new Map<string, { voice: number; id: string; ms: number }>();
  for (const [at, { speakerId, startMs, endMs }] of lines.entries()) {
    const voice = voices[at] ?? null;
    if (voice === null || !speakers.some(({ id }) => id === speakerId) || speakerId === null) continue;
    const key = `${voice} ${speakerId}`;
    const ms = (shared.get(key)?.ms ?? 0) + endMs - startMs;
    shared.set(key, { voice, id: speakerId, ms });
  }
  const ids = new Map<number, string>();
  const taken = new Set<string>();
  for (const { voice, id } of [...shared.values()].sort((one, other) => other.ms - one.ms)) {
    if (ids.has(voice) || taken.has(id)) continue;
    ids.set(voice, id);
    taken.add(id);
  }
  return ids;
}

/** Numbers that nobody else in the session has had. */
export async function speakersAfter(
  tx: Orm,
  { sessionId, campaignId }: { sessionId: string; campaignId: string },
  speakers: readonly Speaker[],
): Promise<() => Speaker> {
  const { chosen } = await castOf(tx, campaignId);
  const labels = [
    ...speakers.map(({ label }) => label),
    ...chosen.filter((each) => each.sessionId === sessionId).map(({ label }) => label),
  ];
  return speakerMaker(
    labels,
    speakers.map(({ id }) => id),
  );
}

function speakerMaker(labels: readonly string[], ids: readonly string[]): () => Speaker {
  const numberIn = (text: string) => Number(/\d+$/u.exec(text)?.[0] ?? 0);
  const numbers = labels.filter((label) => !isLasting(label)).map((label) => numberIn(keyOf(label)));
  let [id, number] = [Math.max(0, ...ids.map(numberIn)), Math.max(0, ...numbers)];
  return () => {
    id += 1;
    number += 1;
    return { id: `p${id}`, label: `Speaker ${number}`, role: 'unknown', playerCharacterId: null, talkMs: 0 };
  };
}

/** @param always speakers that stay although they have no line */
async function store(
  tx: Orm,
  transcriptId: string,
  { lines, speakers }: Voices,
  moved: Moved,
  always: readonly Speaker[],
): Promise<void> {
  if (moved.size > 0)
    await tx.execute(sql`
      update ${segments} set speaker_id = given."speakerId"
      from jsonb_to_recordset(${JSON.stringify([...moved].map(([ordinal, speakerId]) => ({ ordinal, speakerId })))}::jsonb)
        as given (ordinal double precision, "speakerId" text)
      where ${segments.transcriptId} = ${transcriptId} and ${segments.ordinal} = given.ordinal`);
  const talk = new Map<string, number>();
  for (const { ordinal, speakerId, startMs, endMs } of lines) {
    const id = moved.has(ordinal) ? (moved.get(ordinal) ?? null) : speakerId;
    if (id !== null) talk.set(id, (talk.get(id) ?? 0) + endMs - startMs);
  }
  const kept = speakers.filter(({ id }) => talk.has(id) || always.some((each) => each.id === id));
  await tx
    .update(transcripts)
    .set({ speakers: kept.map((speaker) => ({ ...speaker, talkMs: talk.get(speaker.id) ?? 0 })) })
    .where(eq(transcripts.id, transcriptId));
}

async function linesOf(tx: Orm, transcriptId: string, most = MOST_LINES): Promise<Line[]> {
  const lines = await tx
    .select({
      ordinal: segments.ordinal,
      id: segments.id,
      startMs: segments.startMs,
      endMs: segments.endMs,
      speakerId: segments.speakerId,
    })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(segments.ordinal))
    .limit(most + 1);
  if (lines.length > most)
    throw new Refusal('voicesUnfit', {
      message: 'This transcript has too many lines for that. Give both voices the same name instead.',
    });
  return lines;
}

/** Lines whose speaker the user chose. */
const chosenLines = (tx: Orm, transcriptId: string) => editedLines(tx, transcriptId, () => false);

async function editedLines(
  tx: Orm,
  transcriptId: string,
  also: (edit: Pick<typeof transcriptEdits.$inferSelect, 'kind'>) => boolean,
): Promise<ReadonlySet<string>> {
  const edits = await tx
    .select({ kind: transcriptEdits.kind, before: transcriptEdits.before, after: transcriptEdits.after })
    .from(transcriptEdits)
    .where(and(eq(transcriptEdits.transcriptId, transcriptId), isNull(transcriptEdits.undoneAt)));
  return new Set(
    edits.flatMap((edit) => {
      const [was] = edit.before;
      const [is] = edit.after;
      if (also(edit)) return edit.after.map(({ id }) => id);
      return was !== undefined && is !== undefined && was.speakerId !== is.speakerId ? [is.id] : [];
    }),
  );
}
