import { z } from 'zod';
import type { TranscriptDocument, Warning } from '#contract/transcript.ts';
import { Warning as WarningSchema } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';
import type { StageContext } from '../../stage-context.ts';
import { wordsIn } from '../../transcripts/words.ts';
import { NotesUnavailable } from '../errors.ts';
import { compose } from '../highlights/compose.ts';
import type { NotesRequest } from '../port.ts';
import { type Prepared, prepare } from '../reading/prepare.ts';
import { addressedOf, withoutAddressed } from './addressed.ts';
import { AnswerFailed, noUse } from './chat.ts';
import { type Chunk, halvesOf, makeChunks, playOf } from './chunks.ts';
import type { Connection } from './connect.ts';
import { extractionPrompt } from './prompts.ts';
import { type Again, againOf, Room } from './room.ts';
import { Found, FoundBriefly } from './schema.ts';

export const Extracted = z.object({
  chunks: z.array(z.object({ from: z.int(), to: z.int(), found: Found })),
  warnings: z.array(WarningSchema),
  /** Tokens of all answers, and of others that could not be used. */
  written: z.int().optional(),
  again: z.int().optional(),
});
export type Extracted = z.infer<typeof Extracted>;

const FAILURES_IN_A_ROW = 4;
/** A part of fewer words has the share of one with so many. */
const LEAST_WORDS = 1500;
/** Of its share, what a part may write if those after it have not begun. */
const BEFORE_OTHERS = 1.13;

/** Saves each finished chunk as `chunk:N`. */
export async function extractAll(
  request: NotesRequest,
  connection: Connection,
  context: StageContext,
  engine: string,
): Promise<Extracted> {
  const prepared = await prepare(withoutAddressed(request.transcript), request.campaign, {
    signal: context.signal,
  });
  const chunks = makeChunks(prepared, connection.budget);
  const played = playOf(prepared, request.transcript);
  const room = new PartsRoom(chunks, prepared.speech.wordCount, connection);
  const extractor: Extractor = {
    request,
    played,
    prepared,
    connection,
    context,
    engine,
    room,
    lastFailure: '',
  };
  const results: Extracted['chunks'] = [];
  const warnings: Warning[] = addressedWarnings(request.transcript);
  let done = 0;
  let failedInARow = 0;
  let fallbacks = 0;
  const work = async (chunk: Chunk) => {
    const read = await extractChunk(extractor, chunk);
    const found = read?.found;
    failedInARow = found ? 0 : failedInARow + 1;
    if (failedInARow >= FAILURES_IN_A_ROW)
      throw new NotesUnavailable('The notes service failed several times in a row.', { retryable: true });
    results.push({
      from: chunk.from,
      to: chunk.to,
      found: found ?? (await fallback(request, chunk, context.signal)),
    });
    if (!found) {
      fallbacks += 1;
      warnings.push(fallbackWarning(request.transcript, chunk, chunks.length));
    } else if (read?.endedAt != null)
      warnings.push(
        fallbackWarning(
          request.transcript,
          { ...chunk, from: read.endedAt },
          chunks.length,
          'had no more room',
        ),
      );
    done += 1;
    context.progress(done / chunks.length, `Read part ${done} of ${chunks.length}`);
  };
  context.progress(0, `Reading part 1 of ${chunks.length}`);
  // Alone, so that a wrong key or address fails before anything else is sent.
  const [first, ...others] = chunks;
  if (first) await work(first);
  await eachOf(others, connection.concurrency, work);
  if (chunks.length > 0 && fallbacks === chunks.length)
    throw new NotesUnavailable(
      `The notes service gave no usable answer for any part of the session.${extractor.lastFailure}`,
      { retryable: true },
    );
  results.sort((a, b) => a.from - b.from);
  warnings.sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
  return { chunks: results, warnings, ...room.used };
}

interface Extractor {
  request: NotesRequest;
  /** Only the words of play. */
  played: TranscriptDocument;
  prepared: Prepared;
  connection: Connection;
  context: StageContext;
  engine: string;
  room: PartsRoom;
  /** What came back last that could not be used. */
  lastFailure: string;
}

/** Shares the tokens that an evening may write over its parts, by their words; what one leaves, the next ones have. */
class PartsRoom {
  private readonly most: number;
  private readonly again: Again;
  private left: number;
  private sharesLeft: number;
  private readonly freedom: number;

  constructor(
    chunks: readonly Chunk[],
    spokenWords: number,
    { budget: { written }, concurrency }: Pick<Connection, 'budget' | 'concurrency'>,
  ) {
    this.freedom = concurrency > 1 ? 1 : BEFORE_OTHERS;
    const most = written?.(spokenWords);
    this.most = most?.parts ?? Number.POSITIVE_INFINITY;
    this.left = this.most;
    this.again = againOf(most, { atOnce: concurrency });
    this.sharesLeft = chunks.reduce((sum, chunk) => sum + shareOf(chunk), 0);
  }

  begin(chunk: Chunk): Room {
    const share = shareOf(chunk);
    const most = Math.min(this.left, (this.left / this.sharesLeft) * share * this.freedom);
    this.sharesLeft -= share;
    if (Number.isFinite(most)) this.left -= most;
    return new Room(most, this.again);
  }

  end(room: Room): void {
    this.left += Math.max(0, room.left);
  }

  get used(): Pick<Extracted, 'written' | 'again'> {
    if (!Number.isFinite(this.left)) return {};
    return {
      written: Math.ceil(this.most - this.left),
      again: Math.ceil(this.again.most - this.again.left),
    };
  }
}

const shareOf = ({ wordCount }: Chunk): number => Math.max(LEAST_WORDS, wordCount);

interface ReadPart {
  found: Found;
  /** The turn from which highlights stand in, because the answer was cut before; null: it is whole. */
  endedAt: number | null;
}

async function extractChunk(extractor: Extractor, chunk: Chunk): Promise<ReadPart | null> {
  const { context, engine } = extractor;
  const room = extractor.room.begin(chunk);
  const { from, to } = chunk;
  const schema = z.object({
    engine: z.literal(engine),
    from: z.literal(from),
    to: z.literal(to),
    found: Found,
    endedAt: z.int().nullable().default(null),
  });
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        const saved = await context.checkpoint(`chunk:${chunk.index}`, schema, async () => {
          const read = await findIn(extractor, chunk, room);
          context.used({ ...noUse, model: extractor.connection.model, words: wordsOf(extractor, chunk) });
          return { engine, from, to, ...read };
        });
        room.kept(saved.found);
        return saved;
      } catch (error) {
        if (!(error instanceof AnswerFailed)) throw error;
        extractor.lastFailure = ` ${error.message}${error.answer && ` It answered: ${error.answer}`}`;
        // A retry would change nothing.
        if (error.why !== 'unusable' && error.why !== 'endless') return null;
      }
    }
    return null;
  } finally {
    extractor.room.end(room);
  }
}

/** Counted as the words of a transcript are, also of turns that are not play: what a part takes is then known for a whole transcript. */
const wordsOf = ({ request }: Extractor, { from, to, characters }: Chunk): number =>
  request.transcript.segments
    .slice(from, to)
    .reduce((sum, { text }) => sum + wordsIn(text.slice(characters?.from, characters?.to)), 0);

async function findIn(extractor: Extractor, chunk: Chunk, room: Room): Promise<ReadPart> {
  const { request, played, prepared, connection, context } = extractor;
  let isCut = false;
  try {
    const found = await connection.chat.ask({
      name: 'part',
      ...extractionPrompt({ ...request, transcript: played }, prepared, connection.budget, chunk),
      schema: request.detailLevel === 'brief' ? FoundBriefly : Found,
      room,
      cut: (by) => {
        if (by === 'service') throw new AnswerFailed('tooMuch', 'The service cut its answer.');
        isCut = true;
      },
      signal: context.signal,
      used: (use) => context.used({ model: connection.model, ...use }),
    });
    const whole = { ...nothing, ...found };
    return isCut ? completed(extractor, chunk, whole) : { found: whole, endedAt: null };
  } catch (error) {
    const halves =
      error instanceof AnswerFailed && error.why === 'tooMuch' ? halvesOf(request.transcript, chunk) : null;
    if (halves === null) throw error;
    const wordCount = Math.ceil(chunk.wordCount / 2);
    const [first, second] = halves;
    const before = await room.lend(0.5, (half) => findIn(extractor, { ...chunk, ...first, wordCount }, half));
    const after = await room.lend(1, (rest) =>
      findIn(extractor, { ...chunk, ...second, wordCount, contextFrom: second.from }, rest),
    );
    return { found: joined(before.found, after.found), endedAt: before.endedAt ?? after.endedAt };
  }
}

/** An answer that was cut: highlights stand in for the turns that its events did not reach, and for names if it did not begin them. */
async function completed({ request, context }: Extractor, chunk: Chunk, found: Found): Promise<ReadPart> {
  const own = await fallback(request, chunk, context.signal);
  const numbers = new Map(request.transcript.segments.map(({ id }, at) => [id, at]));
  const reached = Math.max(
    chunk.from - 1,
    ...found.events
      .flatMap(({ ids }) => ids.map((id) => numbers.get(id) ?? -1))
      .filter((at) => at < chunk.to),
  );
  const hasAllEvents = found.names.length > 0 || reached >= chunk.to - 1;
  const isAfter = ({ ids }: { ids: string[] }) => ids.some((id) => (numbers.get(id) ?? -1) > reached);
  return {
    found: {
      ...found,
      events: hasAllEvents ? found.events : [...found.events, ...own.events.filter(isAfter)],
      names: found.names.length > 0 ? found.names : own.names,
    },
    endedAt: hasAllEvents ? null : reached + 1,
  };
}

const nothing = Found.parse({});

const joined = (first: Found, second: Found): Found => ({
  events: [...first.events, ...second.events],
  names: [...first.names, ...second.names],
  quotes: [...first.quotes, ...second.quotes],
  quests: [...first.quests, ...second.quests],
  openThreads: [...first.openThreads, ...second.openThreads],
  decisions: [...first.decisions, ...second.decisions],
  characterMoments: [...first.characterMoments, ...second.characterMoments],
  combats: [...first.combats, ...second.combats],
});

const MOST_ADDRESSED_WARNINGS = 5;

function addressedWarnings({ segments }: TranscriptDocument): Warning[] {
  const isAddressed = addressedOf(segments.map(({ text }) => text));
  return segments
    .filter((_, at) => isAddressed[at])
    .slice(0, MOST_ADDRESSED_WARNINGS)
    .map(({ startMs, endMs }) => ({
      code: 'addressedToModel',
      message: 'Someone spoke to the note-taker here. Those words are not part of the notes.',
      startMs,
      endMs,
    }));
}

async function fallback(request: NotesRequest, chunk: Chunk, signal: AbortSignal): Promise<Found> {
  const visible = withoutAddressed(request.transcript);
  const stretch = { ...visible, segments: visible.segments.slice(chunk.from, chunk.to) };
  const result = compose(await prepare(stretch, request.campaign, { signal }), 'comprehensive');
  const names = (items: typeof result.npcs, kind: Found['names'][number]['kind']) =>
    items.map(({ name, description, evidence }) => ({ name, kind, description, ids: evidence.segmentIds }));
  return {
    ...nothing,
    events: result.lines.summary.map(({ text, evidence }) => ({ words: '', text, ids: evidence.segmentIds })),
    names: [...names(result.npcs, 'person'), ...names(result.locations, 'location')],
  };
}

function fallbackWarning(
  transcript: TranscriptDocument,
  chunk: Chunk,
  total: number,
  why = 'failed',
): Warning {
  const segments = transcript.segments.slice(chunk.from, chunk.to);
  const { startMs } = present(segments[0], 'segment of the chunk');
  const endMs = segments.reduce((most, segment) => Math.max(most, segment.endMs), startMs);
  const minute = (milliseconds: number) => Math.round(milliseconds / 60_000);
  const stretch =
    transcript.timing === 'measured'
      ? `minutes ${minute(startMs)} to ${minute(endMs)}`
      : `part ${chunk.index + 1} of ${total}`;
  return {
    code: 'partFromHighlights',
    message: `The notes service ${why} for ${stretch}; that part has highlights instead.`,
    startMs,
    endMs,
  };
}

/** Runs at most `most` at once. After the first failure no new ones start. */
async function eachOf<Item>(items: Item[], most: number, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  let failed = false;
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && !failed; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: Math.max(1, most) }, worker));
  const failure = settled.find((each) => each.status === 'rejected');
  if (failure) throw failure.reason;
}
