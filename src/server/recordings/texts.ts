import { and, asc, eq, getTableColumns, gte, inArray, lt, sql } from 'drizzle-orm';
import type { CorrectionPlace } from '#contract/corrections.ts';
import { clockTime } from '#contract/said-times.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { mostLineCharacters } from '#contract/transcript-edits.ts';
import { castOf, transcriptOf } from '#server/campaigns/cast.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import {
  type Asked,
  type CampaignText,
  type ChangeOf,
  changesOf,
  type RoomTexts,
  type TextChange,
  type TextStep,
  type Wanted,
} from '#server/campaigns/room-texts.ts';
import type { SessionRow } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { edited, reverted } from '#server/platform/text-edits.ts';
import { jsonFile, listFile } from '#server/platform/text-files.ts';
import { audioAssets, segments, transcriptEdits, transcripts, uploads, voiceAgreements } from './tables.ts';
import { countWords, loadTranscript } from './transcript-rows.ts';
import { rememberedIn } from './voice-prints.ts';

const ROWS_AT_ONCE = 1000;
const ROWS_TO_WRITE = 200;

/** Of the present transcript of a session: its lines. `erase-lines.ts` erases them: what is said begins there. */
export const recordingsTexts: RoomTexts = {
  room: 'recordings',

  archived: {
    tables: ['uploads', 'audio_assets', 'transcripts', 'segments', 'transcript_edits', 'voice_agreements'],
    leftOut: {
      voice_changes: 'who would speak when for other numbers of people; the transcript has who does',
      voice_prints:
        'numbers that say how voices sound; “remembered voices.json” says of whom and from when they are',
      playbacks: 'copies of recordings in another format; the recordings themselves are in the archive',
    },

    async *campaign(orm, campaignId) {
      const agreed = await orm
        .select()
        .from(voiceAgreements)
        .where(eq(voiceAgreements.campaignId, campaignId));
      const prints = await rememberedIn(orm, campaignId);
      if (agreed.length + prints.length > 0) yield jsonFile('remembered voices.json', { agreed, prints });
    },

    listsOf(orm, sessionId) {
      return {
        uploads: rowsInParts(orm.select().from(uploads), uploads.id, eq(uploads.sessionId, sessionId)),
        recordings: rowsInParts(
          orm.select().from(audioAssets),
          audioAssets.id,
          eq(audioAssets.sessionId, sessionId),
        ),
      };
    },

    async *session(orm, { id: sessionId, campaignId }) {
      const edits = rowsInParts(
        orm
          .select(getTableColumns(transcriptEdits))
          .from(transcriptEdits)
          .innerJoin(transcripts, eq(transcriptEdits.transcriptId, transcripts.id)),
        transcriptEdits.id,
        eq(transcripts.sessionId, sessionId),
      );
      yield* listFile('transcript edits.json', edits);
      const known = await orm
        .select({ id: transcripts.id, replacedAt: transcripts.replacedAt })
        .from(transcripts)
        .where(and(eq(transcripts.sessionId, sessionId), eq(transcripts.complete, true)))
        .orderBy(asc(transcripts.createdAt));
      const cast = await castOf(orm, campaignId);
      for (const [index, { id, replacedAt }] of known.entries()) {
        const document = await loadTranscript(orm, id);
        if (document === null) continue;
        const speakers = shownSpeakers(cast, sessionId, document.speakers);
        const folder = replacedAt === null ? '' : `earlier transcripts/${index + 1}/`;
        yield { name: `${folder}transcript.txt`, content: transcriptText({ ...document, speakers }) };
        yield jsonFile(`${folder}transcript.json`, { id, replacedAt, ...document });
      }
    },
  },

  async *list(orm, { session }, wanted) {
    if (session !== null) yield* linesOf(orm, session, wanted);
  },

  replace: (_orm, _changing, asked) => replaceSegments(asked),

  revert: (orm, _, changes) => revertSegments(orm, changesOf(changes, 'segment')),
};

const idOf = (sessionId: string, transcriptId: string, ordinal: number) =>
  `segment~${sessionId}~${transcriptId}~${ordinal}`;

function wantedLines(
  wanted: readonly string[],
  { id, sessionId }: { id: string; sessionId: string },
): number[] {
  const beginning = `segment~${sessionId}~${id}~`;
  const ordinals = wanted.flatMap((each) => {
    const ordinal = each.startsWith(beginning) ? (each.slice(beginning.length).split('~')[0] ?? '') : '';
    return /^\d{1,9}(?:\.\d{1,20})?$/.test(ordinal) ? [Number(ordinal)] : [];
  });
  return [...new Set(ordinals)];
}

async function* linesOf(orm: Orm, session: SessionRow, wanted: Wanted): AsyncGenerator<CampaignText> {
  const transcript = await transcriptOf(orm, session.id);
  if (transcript === null) return;
  const labels = new Map(transcript.speakers.map(({ id, label }) => [id, label]));
  const ordinals = wanted === null ? null : wantedLines(wanted, transcript);
  const pages = ordinals
    ? chunks(ordinals).map((some) => inArray(segments.ordinal, some))
    : Array.from({ length: Math.ceil(transcript.segmentCount / ROWS_AT_ONCE) }, (_, page) =>
        and(gte(segments.ordinal, page * ROWS_AT_ONCE), lt(segments.ordinal, (page + 1) * ROWS_AT_ONCE)),
      );
  for (const page of pages) {
    const found = await orm
      .select({
        ordinal: segments.ordinal,
        id: segments.id,
        startMs: segments.startMs,
        speakerId: segments.speakerId,
        text: segments.text,
      })
      .from(segments)
      .where(and(eq(segments.transcriptId, transcript.id), page))
      .orderBy(asc(segments.ordinal));
    for (const segment of found)
      yield {
        room: 'recordings',
        kind: 'segment',
        id: idOf(session.id, transcript.id, segment.ordinal),
        campaignId: session.campaignId,
        sessionId: session.id,
        visibility: 'gm',
        text: segment.text,
        seconds: transcript.timing === 'measured' ? segment.startMs / 1000 : null,
        document: idOf(session.id, transcript.id, segment.ordinal),
        path: [segment.ordinal],
        lineId: segment.id,
        place: {
          kind: 'transcript',
          session: { id: session.id, title: session.title },
          label: labels.get(segment.speakerId ?? '') ?? '',
          startMs: transcript.timing === 'measured' ? segment.startMs : null,
        },
      };
    await breath();
  }
}

function chunks<Each>(all: readonly Each[], most = ROWS_AT_ONCE): Each[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, page) =>
    all.slice(page * most, (page + 1) * most),
  );
}

/** @throws Refusal correctionUnfit */
async function* replaceSegments(asked: readonly Asked[]): AsyncGenerator<TextStep<TextChange[]>> {
  for (const some of chunks(asked, ROWS_TO_WRITE)) {
    const changes = some.map(({ text, replacements }) => {
      const [, , transcriptId = '', ordinal] = text.id.split('~');
      return {
        sessionId: text.sessionId,
        place: text.place,
        target: { kind: 'segment' as const, transcriptId, ordinal: Number(ordinal) },
        content: edited(text.text, replacements),
        before: text.text,
      };
    });
    if (changes.some(({ content, before }) => isTooLong(content.after, before)))
      throw new Refusal('correctionUnfit');
    const rows = changes.map(({ target, content, before }) => ({
      ...target,
      text: content.after,
      read: before,
      before,
    }));
    yield {
      ...stepOf(rows, changes[0]?.sessionId ?? null),
      write: async (tx) =>
        (await areWritten(tx, rows)) ? changes.map(({ before: _, ...change }) => change) : null,
    };
  }
}

const isTooLong = (text: string, before: string) =>
  text.length > mostLineCharacters && text.length > before.length;

interface WrittenLine {
  transcriptId: string;
  ordinal: number;
  text: string;
  /** What it says until then. */
  read: string;
  /** What the line said originally if it was never edited. */
  before?: string;
  originalText?: string | null;
}

const stepOf = (lines: readonly WrittenLine[], sessionId: string | null) => ({
  sessionId,
  rows: lines.length,
  characters: lines.reduce((sum, { text }) => sum + text.length, 0),
});

function byTranscript(lines: readonly WrittenLine[]): Map<string, WrittenLine[]> {
  const found = new Map<string, WrittenLine[]>();
  for (const line of lines) {
    const own = found.get(line.transcriptId) ?? [];
    own.push(line);
    found.set(line.transcriptId, own);
  }
  return found;
}

async function areWritten(tx: Orm, lines: readonly WrittenLine[]): Promise<boolean> {
  if (lines.length === 0) return true;
  const { rows } = await tx.execute(sql`
    update ${segments} set text = given.text,
      original_text = case when given.before is null then given."originalText" else coalesce(original_text, given.before) end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (
      "transcriptId" uuid, ordinal double precision, text text, read text, before text, "originalText" text
    )
    where ${segments.transcriptId} = given."transcriptId" and ${segments.ordinal} = given.ordinal
      and ${segments.text} = given.read
    returning 1`);
  if (rows.length < lines.length) return false;
  for (const [transcriptId, own] of byTranscript(lines)) {
    const gone = own.map(({ read }) => ({ text: read }));
    await countWords(tx, transcriptId, { gone, come: own });
  }
  return true;
}

async function* revertSegments(
  orm: Orm,
  changes: readonly ChangeOf<'segment'>[],
): AsyncGenerator<TextStep<CorrectionPlace[]>> {
  for (const transcriptId of new Set(changes.map(({ target }) => target.transcriptId))) {
    const own = changes.filter(({ target }) => target.transcriptId === transcriptId);
    const [transcript] = await orm
      .select({ id: transcripts.id })
      .from(transcripts)
      .where(eq(transcripts.id, transcriptId));
    if (transcript === undefined) continue;
    for (const some of chunks(own, ROWS_TO_WRITE)) {
      const ordinals = some.map(({ target }) => target.ordinal);
      const found = await orm
        .select()
        .from(segments)
        .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.ordinal, ordinals)));
      const present = new Map(found.map((row) => [row.ordinal, row]));
      const left: CorrectionPlace[] = [];
      const lines: WrittenLine[] = [];
      for (const { target, content, place } of some) {
        const row = present.get(target.ordinal);
        const before = row && reverted(row.text, content);
        if (before === undefined || before.left > 0) left.push(place);
        if (row === undefined || before === undefined || before.text === row.text) continue;
        const originalText = before.text === row.originalText ? null : row.originalText;
        lines.push({
          transcriptId,
          ordinal: target.ordinal,
          text: before.text,
          read: row.text,
          originalText,
        });
        await breath();
      }
      yield {
        ...stepOf(lines, some[0]?.sessionId ?? null),
        write: async (tx) => ((await areWritten(tx, lines)) ? left : null),
      };
    }
  }
}

/** Never shows estimated times. */
function transcriptText({ segments, speakers, timing }: TranscriptDocument): string {
  const labels = new Map(speakers.map(({ id, label }) => [id, label]));
  return segments
    .map(({ startMs, speakerId, text }) => {
      const time = timing === 'measured' ? `[${clockTime(startMs)}] ` : '';
      const speaker = speakerId === null ? '' : `${labels.get(speakerId) ?? speakerId}: `;
      return `${time}${speaker}${text}\n`;
    })
    .join('');
}
