import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { IntakeQuestion } from '#contract/intake-account.ts';
import type { Segment, TranscriptDocument } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';
import type { NotesSettings } from '#server/platform/config.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import type { CrossedError } from '#server/platform/threads/peer.ts';
import { createThreadPool, type Thread } from '#server/platform/threads/thread-pool.ts';
import type { WriterHere } from '../notes/embedded/writer-here.ts';
import { NotesUnavailable } from '../notes/errors.ts';
import type { NotesEngine, NotesRequest, ShortCall, ShortContext } from '../notes/port.ts';
import { selectNotesEngine } from '../notes/select.ts';
import type { StageContext } from '../stage-context.ts';
import { TranscriptImportError, type TranscriptImportErrorCode } from '../transcripts/errors.ts';
import { transcriptLimits } from '../transcripts/limits.ts';
import type { ContextMethods, ReadTranscript } from './thread-messages.ts';
import type { OwnMethods } from './thread-program.ts';

export type Threads = ReturnType<typeof createThreads>;

interface ThreadsOptions {
  analysesAtOnce: number;
  program?: string;
  readLimitMs?: number;
  memoryMegabytes?: number;
}

/** A slow file then blocks only its owner. */
const READERS = 2;
const MEMORY_MEGABYTES = 1024;
/** Only the embedded engine: it takes seconds. */
const HIGHLIGHTS_LIMIT_MS = 600_000;
const HANDED_AT_ONCE = 500;

export function createThreads(options: ThreadsOptions) {
  const program = options.program ?? ownProgram('thread-program', import.meta.url).href;
  const shared = { program, memoryMegabytes: options.memoryMegabytes ?? MEMORY_MEGABYTES, revive };
  const readers = createThreadPool<OwnMethods>({ ...shared, size: READERS });
  const analysts = createThreadPool<OwnMethods>({ ...shared, size: options.analysesAtOnce });

  async function withTranscript<Result>(
    transcript: TranscriptDocument,
    use: { signal: AbortSignal; methods?: ContextMethods },
    work: (thread: Thread<OwnMethods>, head: TranscriptDocument) => Promise<Result>,
  ): Promise<Result> {
    return analysts.use(async (thread) => {
      await thread.call('forget', []);
      for (const some of slices(transcript.segments)) await thread.call('addSegments', [some]);
      const result = await work(thread, { ...transcript, segments: [] });
      await thread.call('forget', []);
      return result;
    }, use);
  }

  return {
    /** Transfers `bytes`, which are empty afterward. @throws TranscriptImportError, ThreadFailure */
    readTranscript: <Result>(
      bytes: Uint8Array<ArrayBuffer>,
      {
        fileName,
        answers = {},
        owner,
      }: { fileName: string | null; answers?: Readonly<Record<string, string>>; owner: string },
      keep: (read: ReadTranscript, pieces: AsyncIterable<string>) => Promise<Result>,
    ) =>
      readers.use(
        async (thread) => {
          // Excludes the time to start the thread on a busy computer.
          await thread.call('forget', []);
          const read = await thread.call('readTranscript', [bytes, fileName, answers], {
            timeLimitMs: options.readLimitMs ?? transcriptLimits.seconds * 1000,
            transfer: [bytes.buffer],
          });
          const result = await keep(read, piecesOf(thread));
          await thread.call('forget', []);
          return result;
        },
        { owner },
      ),

    /** @param writer the model on this computer, if it is to write */
    notes(settings: NotesSettings, writer?: WriterHere): NotesEngine {
      const engine = selectNotesEngine(settings, writer);
      const { id, kind, extraction } = engine;
      const limit = kind === 'notes' ? {} : { timeLimitMs: HIGHLIGHTS_LIMIT_MS };
      const run = <Result>(
        request: NotesRequest,
        context: StageContext,
        call: (thread: Thread<OwnMethods>, given: Parameters<OwnMethods['extract']>) => Promise<Result>,
      ) => {
        const work = () =>
          withTranscript(
            request.transcript,
            { signal: context.signal, methods: methodsOf(context, writer) },
            (thread, transcript) => call(thread, [settings, writer?.id ?? null, { ...request, transcript }]),
          );
        return inTurn(context, work);
      };
      /** On this computer, speech and its model wait. */
      const inTurn = <Result>(
        context: Pick<StageContext, 'signal' | 'progress' | 'yields'>,
        work: () => Promise<Result>,
      ) => {
        if (writer === undefined) return work();
        const waits = () => context.progress(0, 'Waiting until another recording is transcribed');
        return writer.turn({ signal: context.signal, waits, yields: context.yields }, () => {
          context.progress(0);
          return work();
        });
      };
      const short = <Request, Made>(call: ShortCall<Request, Made> | undefined) =>
        call && ((request: Request, context: ShortContext) => inTurn(context, () => call(request, context)));
      return {
        id,
        kind,
        extraction,
        extract: (request, context) =>
          run(request, context, (thread, given) => thread.call('extract', given, limit)),
        write: (request, found, context) =>
          run(request, context, (thread, given) => thread.call('write', [...given, found], limit)),
        change: short(engine.change),
        recap: short(engine.recap),
        answer: short(engine.answer),
      } satisfies { [Member in keyof Required<NotesEngine>]: NotesEngine[Member] };
    },

    verify: (
      result: AnalysisResult,
      transcript: TranscriptDocument,
      signal: AbortSignal,
    ): Promise<AnalysisResult> =>
      withTranscript(transcript, { signal }, (thread, head) =>
        thread.call('verify', [result, head], { timeLimitMs: HIGHLIGHTS_LIMIT_MS }),
      ),

    async close(): Promise<void> {
      await Promise.all([readers.close(), analysts.close()]);
    },
  };
}

async function* piecesOf(thread: Thread<OwnMethods>): AsyncGenerator<string> {
  for (;;) {
    const piece = await thread.call('nextPiece', []);
    if (piece === null) return;
    yield piece;
  }
}

function* slices(segments: readonly Segment[]): Generator<Segment[]> {
  for (let from = 0; from < segments.length; from += HANDED_AT_ONCE)
    yield segments.slice(from, from + HANDED_AT_ONCE);
}

function methodsOf(context: StageContext, writer: WriterHere | undefined): ContextMethods {
  const { signal } = context;
  return {
    saved: (key) => context.saved(key),
    save: (key, value) => context.save(key, value),
    progress: (fraction, message) => context.progress(fraction, message),
    used: (use) => context.used(use),
    warn: (warning) => context.warn(warning),
    connectModel: () =>
      present(writer, 'model').connect({
        signal,
        progress: (message) => context.progress(0, message),
      }),
    askModel: (messages, schema, mostTokens) =>
      present(writer, 'model').send(messages, schema, signal, mostTokens),
  };
}

function revive({ name, message, fields, stack }: CrossedError): Error {
  const error =
    name === 'TranscriptImportError'
      ? new TranscriptImportError(
          // biome-ignore lint/plugin: both fields are of the same error, thrown in the thread.
          fields.code as TranscriptImportErrorCode,
          message,
          // biome-ignore lint/plugin: see above.
          fields.limit as TranscriptImportError['limit'],
          // biome-ignore lint/plugin: see above.
          { questions: (fields.questions ?? []) as IntakeQuestion[] },
        )
      : name === 'NotesUnavailable'
        ? new NotesUnavailable(message, { retryable: fields.retryable === true })
        : new Error(message);
  if (stack !== null) error.stack = stack;
  return error;
}
