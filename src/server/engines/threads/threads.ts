import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { Segment, TranscriptDocument } from '#contract/transcript.ts';
import type { NotesSettings } from '#server/platform/config.ts';
import type { CrossedError } from '#server/platform/threads/peer.ts';
import { createThreadPool, type Thread } from '#server/platform/threads/thread-pool.ts';
import { NotesUnavailable } from '../notes/errors.ts';
import type { NotesEngine, NotesRequest } from '../notes/port.ts';
import { selectNotesEngine } from '../notes/select.ts';
import type { StageContext } from '../stage-context.ts';
import { TranscriptImportError, type TranscriptImportErrorCode } from '../transcripts/errors.ts';
import { transcriptLimits } from '../transcripts/limits.ts';
import type { ContextMethods, ReadTranscript } from './thread-messages.ts';

/** The work that would keep everybody else waiting, in threads of its own. */
export interface Threads {
  /**
   * Reads a file and hands its transcript to `keep`: the head, then the segments in small pieces of JSON.
   * @param bytes are handed over, and are empty afterwards
   * @throws TranscriptImportError, ThreadFailure
   */
  readTranscript<Result>(
    bytes: Uint8Array<ArrayBuffer>,
    options: { fileName: string | null; owner: string },
    keep: (read: ReadTranscript, pieces: AsyncIterable<string>) => Promise<Result>,
  ): Promise<Result>;
  /** The notes engine that the settings ask for. */
  notes(settings: NotesSettings): NotesEngine;
  /** `verifyResult`. */
  verify(
    result: AnalysisResult,
    transcript: TranscriptDocument,
    signal: AbortSignal,
  ): Promise<AnalysisResult>;
  close(): Promise<void>;
}

export interface ThreadsOptions {
  /** Stages of analyses that work at once; more wait. */
  analysesAtOnce: number;
  /** The program of the threads; another one in tests. */
  program?: string;
  /** Milliseconds that reading one transcript may take. */
  readLimitMs?: number;
  /** Heap of one thread. */
  memoryMegabytes?: number;
}

/** Two, so that one file that takes long keeps only its owner waiting. */
const READERS = 2;
const MEMORY_MEGABYTES = 1024;
/** The embedded engine takes seconds; a service has time limits of its own, call by call. */
const HIGHLIGHTS_LIMIT_MS = 600_000;
/** Segments that are handed to a thread at once. */
const HANDED_AT_ONCE = 500;

export function createThreads(options: ThreadsOptions): Threads {
  const program = options.program ?? new URL('./thread-program.ts', import.meta.url).href;
  const shared = { program, memoryMegabytes: options.memoryMegabytes ?? MEMORY_MEGABYTES, revive };
  const readers = createThreadPool({ ...shared, size: READERS });
  const analysts = createThreadPool({ ...shared, size: options.analysesAtOnce });

  async function withTranscript<Result>(
    transcript: TranscriptDocument,
    use: { signal: AbortSignal; methods?: ContextMethods },
    work: (thread: Thread, head: TranscriptDocument) => Promise<unknown>,
  ): Promise<Result> {
    return analysts.use(async (thread) => {
      await thread.call('forget');
      for (const some of slices(transcript.segments)) await thread.call('addSegments', [some]);
      const result = await work(thread, { ...transcript, segments: [] });
      await thread.call('forget');
      return result as Result;
    }, use);
  }

  return {
    readTranscript: (bytes, { fileName, owner }, keep) =>
      readers.use(
        async (thread) => {
          // The time limit is that of reading, not that of starting a thread on a busy machine.
          await thread.call('forget');
          const read = await thread.call('readTranscript', [bytes, fileName], {
            timeLimitMs: options.readLimitMs ?? transcriptLimits.seconds * 1000,
            transfer: [bytes.buffer],
          });
          const result = await keep(read as ReadTranscript, piecesOf(thread));
          await thread.call('forget');
          return result;
        },
        { owner },
      ),

    notes(settings) {
      const { id, kind, extraction } = selectNotesEngine(settings);
      const limit = settings.url ? {} : { timeLimitMs: HIGHLIGHTS_LIMIT_MS };
      const run = <Result>(
        method: 'extract' | 'write',
        request: NotesRequest,
        context: StageContext,
        ...more: unknown[]
      ) =>
        withTranscript<Result>(
          request.transcript,
          { signal: context.signal, methods: methodsOf(context) },
          (thread, transcript) => thread.call(method, [settings, { ...request, transcript }, ...more], limit),
        );
      return {
        id,
        kind,
        extraction,
        extract: (request, context) => run('extract', request, context),
        write: (request, found, context) => run('write', request, context, found),
      };
    },

    verify: (result, transcript, signal) =>
      withTranscript(transcript, { signal }, (thread, head) =>
        thread.call('verify', [result, head], { timeLimitMs: HIGHLIGHTS_LIMIT_MS }),
      ),

    async close() {
      await Promise.all([readers.close(), analysts.close()]);
    },
  };
}

async function* piecesOf(thread: Thread): AsyncGenerator<string> {
  for (;;) {
    const piece = (await thread.call('nextPiece')) as string | null;
    if (piece === null) return;
    yield piece;
  }
}

function* slices(segments: readonly Segment[]): Generator<Segment[]> {
  for (let from = 0; from < segments.length; from += HANDED_AT_ONCE)
    yield segments.slice(from, from + HANDED_AT_ONCE);
}

function methodsOf(context: StageContext): ContextMethods {
  return {
    saved: (key) => context.saved(key),
    save: (key, value) => context.save(key, value),
    progress: (fraction, message) => context.progress(fraction, message),
    warn: (warning) => context.warn(warning),
  };
}

/** The errors that callers tell apart. */
function revive({ name, message, fields, stack }: CrossedError): Error {
  const error =
    name === 'TranscriptImportError'
      ? new TranscriptImportError(
          fields.code as TranscriptImportErrorCode,
          message,
          fields.limit as TranscriptImportError['limit'],
        )
      : name === 'NotesUnavailable'
        ? new NotesUnavailable(message, { retryable: fields.retryable === true })
        : new Error(message);
  if (stack !== null) error.stack = stack;
  return error;
}
