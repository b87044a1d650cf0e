import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { AnalysisResult } from '#contract/analysis-result.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import { resultWithout } from '#server/campaigns/erase-from-texts.ts';
import {
  type Asked,
  type CampaignText,
  type ChangeOf,
  changesOf,
  type Erasing,
  type RoomTexts,
  type TextChange,
  type TextStep,
} from '#server/campaigns/room-texts.ts';
import type { SessionRow } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { edited, reverted } from '#server/platform/text-edits.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { analyses, analysisCheckpoints, instructions, quotes, writtenRecaps } from './tables.ts';

const NO_PROSE = new Set([
  'evidence',
  'kind',
  'detailLevel',
  'status',
  'presence',
  'speaker',
  'label',
  'code',
  'warnings',
  'id',
  'speakerId',
  'shown',
  'heard',
  'timeline',
  'missing',
]);

/** Of the latest result of a session: its prose, string by string. */
export const analysesTexts: RoomTexts = {
  room: 'analyses',

  archived: {
    tables: ['analyses', 'quotes', 'written_recaps'],
    leftOut: {
      analysis_checkpoints: 'the working state of an analysis; its result is in the archive',
      instructions:
        'what the user asked a language model to change, for a day at most; what it proposed is in the archive',
      older_notes:
        'which sessions a language model writes one after another; the analyses are in the archive',
      model_use: 'what an analysis cost the operator in calls and tokens; none of its text',
    },

    listsOf: (orm, sessionId) => ({
      quotes: rowsInParts(orm.select().from(quotes), quotes.id, eq(quotes.sessionId, sessionId)),
    }),

    async *session(orm, { id: sessionId }) {
      const runs = await orm
        .select({ id: analyses.id })
        .from(analyses)
        .where(eq(analyses.sessionId, sessionId))
        .orderBy(asc(analyses.createdAt));
      for (const [index, { id }] of runs.entries()) {
        const [run] = await orm.select().from(analyses).where(eq(analyses.id, id));
        if (run === undefined) continue;
        const { userId: _user, idempotencyKey: _key, result, ...rest } = run;
        yield jsonFile(`analyses/${index + 1}/analysis.json`, rest);
        if (result !== null) yield jsonFile(`analyses/${index + 1}/result.json`, result);
      }
      const recaps = await orm.select().from(writtenRecaps).where(eq(writtenRecaps.sessionId, sessionId));
      if (recaps.length > 0)
        yield jsonFile(
          'recaps.json',
          recaps.map(({ userId: _, run: _run, ...recap }) => recap),
        );
    },
  },

  async *list(orm, { session }) {
    if (session !== null) yield* resultOf(orm, session);
  },

  replace: (orm, _, asked) => replaceResults(orm, asked),

  revert: (orm, _, changes) => revertResults(orm, changesOf(changes, 'result')),

  async erase(orm, erasing) {
    for (const id of erasing.sessionIds) {
      await eraseFromResults(orm, id, erasing);
      // A user's words about the evening, kept for a day: an instruction is quickly given again.
      await orm.delete(instructions).where(eq(instructions.sessionId, id));
    }
    // Their texts are sections of the notes, which go, too.
    await orm.delete(writtenRecaps).where(eq(writtenRecaps.sessionId, erasing.session.id));
    const runs = await orm
      .select({ id: analyses.id })
      .from(analyses)
      .where(eq(analyses.sessionId, erasing.session.id));
    for (const { id } of runs) {
      await orm.delete(analysisCheckpoints).where(eq(analysisCheckpoints.analysisId, id));
      await breath();
    }
  },
};

async function* resultOf(orm: Orm, session: SessionRow): AsyncGenerator<CampaignText> {
  const [row] = await orm
    .select({ id: analyses.id, result: analyses.result, timing: transcripts.timing })
    .from(analyses)
    .leftJoin(transcripts, eq(transcripts.id, analyses.transcriptId))
    .where(
      and(eq(analyses.sessionId, session.id), eq(analyses.status, 'completed'), isNotNull(analyses.result)),
    )
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(1);
  if (row?.result == null) return;
  const document = `result~${session.id}~${row.id}`;
  for (const { path, text, startMs } of stringsIn(row.result))
    yield {
      room: 'analyses',
      kind: 'result',
      id: `${document}~${path.join('.')}`,
      campaignId: session.campaignId,
      sessionId: session.id,
      visibility: 'gm',
      text,
      seconds: row.timing === 'measured' && startMs !== null ? startMs / 1000 : null,
      document,
      path,
      place: {
        kind: 'results',
        session: { id: session.id, title: session.title },
        label: '',
        startMs: null,
      },
    };
}

interface ResultString {
  path: (string | number)[];
  text: string;
  /** Of the evidence of what it is in. */
  startMs: number | null;
}

function* stringsIn(
  value: unknown,
  path: (string | number)[] = [],
  startMs: number | null = null,
): Generator<ResultString> {
  if (typeof value === 'string') yield { path, text: value, startMs };
  else if (Array.isArray(value))
    for (const [index, each] of value.entries()) yield* stringsIn(each, [...path, index], startMs);
  else if (typeof value === 'object' && value !== null) {
    const start = fieldOf(fieldOf(value, 'evidence'), 'startMs');
    const own = typeof start === 'number' ? start : startMs;
    for (const [key, each] of Object.entries(value))
      if (!NO_PROSE.has(key)) yield* stringsIn(each, [...path, key], own);
  }
}

async function readResult(orm: Orm, analysisId: string) {
  const [row] = await orm
    .select({ result: analyses.result, version: sql<string>`${analyses}.xmin::text` })
    .from(analyses)
    .where(eq(analyses.id, analysisId));
  await breath();
  return row?.result == null ? null : { result: row.result, version: row.version };
}

async function isWritten(tx: Orm, analysisId: string, result: AnalysisResult, version: string) {
  const written = await tx
    .update(analyses)
    .set({ result })
    .where(and(eq(analyses.id, analysisId), sql`${analyses}.xmin::text = ${version}`))
    .returning({ id: analyses.id });
  return written.length > 0;
}

const lengthOf = (result: AnalysisResult) => JSON.stringify(result).length;

async function* replaceResults(orm: Orm, asked: readonly Asked[]): AsyncGenerator<TextStep<TextChange[]>> {
  for (const document of new Set(asked.map(({ text }) => text.document))) {
    const own = asked.filter(({ text }) => text.document === document);
    const [some] = own;
    const analysisId = document.split('~')[2] ?? '';
    const read = await readResult(orm, analysisId);
    if (some === undefined) continue;
    const { sessionId, place } = some.text;
    const isSame = own.every(({ text }) => text.path.reduce<unknown>(fieldOf, read?.result) === text.text);
    if (read === null || !isSame) {
      yield { sessionId, rows: 0, characters: 0, write: async () => null };
      continue;
    }
    const { result, version } = read;
    const content = own.map(({ text, replacements }) => ({
      path: [...text.path],
      text: edited(text.text, replacements),
    }));
    for (const { path, text } of content) put(result, path, text.after);
    if (!AnalysisResult.safeParse(result).success) throw new Refusal('correctionUnfit');
    await breath();
    const change: TextChange = { sessionId, place, target: { kind: 'result', analysisId }, content };
    yield {
      sessionId,
      rows: 1,
      characters: lengthOf(result),
      write: async (tx) => ((await isWritten(tx, analysisId, result, version)) ? [change] : null),
    };
  }
}

async function* revertResults(
  orm: Orm,
  changes: readonly ChangeOf<'result'>[],
): AsyncGenerator<TextStep<CorrectionPlace[]>> {
  for (const { sessionId, target, content, place } of changes) {
    const read = await readResult(orm, target.analysisId);
    if (read === null) continue;
    const { result, version } = read;
    let missing = 0;
    for (const { path, text } of content) {
      const present = path.reduce<unknown>(fieldOf, result);
      if (typeof present !== 'string') {
        missing += 1;
        continue;
      }
      const before = reverted(present, text);
      missing += before.left;
      put(result, path, before.text);
    }
    await breath();
    const fits = AnalysisResult.safeParse(result).success;
    const left = missing > 0 || !fits ? [place] : [];
    yield {
      sessionId,
      rows: 1,
      characters: lengthOf(result),
      write: async (tx) => (!fits || (await isWritten(tx, target.analysisId, result, version)) ? left : null),
    };
  }
}

function put(root: unknown, path: readonly (string | number)[], text: string): void {
  const last = path.at(-1);
  const holder = path.slice(0, -1).reduce(fieldOf, root);
  if (last !== undefined && typeof holder === 'object' && holder !== null) Reflect.set(holder, last, text);
}

function fieldOf(holder: unknown, key: string | number): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

async function eraseFromResults(orm: Orm, sessionId: string, erasing: Erasing): Promise<void> {
  // One at a time: each may have megabytes.
  const rows = rowsInParts(
    orm.select({ id: analyses.id }).from(analyses),
    analyses.id,
    and(eq(analyses.sessionId, sessionId), isNotNull(analyses.result)),
  );
  const version = sql<string>`${analyses}.xmin::text`;
  for await (const { id } of rows)
    for (let isWritten = false; !isWritten; ) {
      const [row] = await orm
        .select({ result: analyses.result, transcriptId: analyses.transcriptId, version })
        .from(analyses)
        .where(eq(analyses.id, id));
      if (row?.result == null) break;
      const result = resultWithout(row.result, erasing.fromResult(sessionId, row.transcriptId));
      await breath();
      if (isDeepStrictEqual(result, row.result)) break;
      const written = await erasing.write(sessionId, (tx) =>
        tx
          .update(analyses)
          .set({ result })
          .where(and(eq(analyses.id, id), sql`${version} = ${row.version}`))
          .returning({ id: analyses.id }),
      );
      isWritten = written.length > 0;
    }
}
