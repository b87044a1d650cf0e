import { AnswerFailed } from '#server/engines/notes/endpoint/chat.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import type { Job, JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import type { AnalysisEvents } from './analysis-events.ts';

const RETRIES = 2;

interface ModelJob<Data extends { sessionId: string }, Row> {
  name: string;
  /** What fails, for the log: “a recap”. */
  what: string;
  /** What hears of a change to its row. */
  channelOf(data: Data): string;
  /** Null once it is done, failed or put away. */
  find(data: Data): Promise<Row | null>;
  write(row: Row, signal: AbortSignal): Promise<void>;
  fail(data: Data, failure: 'unusable' | 'writerAway'): Promise<void>;
}

/** Defines a job in which a language model writes for one row, until it has or the row is put away: call it before the queue starts. */
export function defineModelJob<Data extends { sessionId: string }, Row>(
  {
    queue,
    events,
    log,
  }: {
    queue: Pick<JobQueue, 'work'>;
    events: Pick<AnalysisEvents, 'subscribe'>;
    log: Logger;
  },
  { name, what, channelOf, find, write, fail }: ModelJob<Data, Row>,
): void {
  async function run({ data, signal }: Job<Data>): Promise<void> {
    const row = await find(data);
    if (row === null) return;
    const cancelled = new AbortController();
    const look = async () => {
      if ((await find(data)) === null) cancelled.abort();
    };
    const unfollow = events.subscribe(channelOf(data), () => void look().catch(() => undefined));
    try {
      await write(row, AbortSignal.any([signal, cancelled.signal]));
    } catch (error) {
      if (cancelled.signal.aborted) return;
      if (signal.aborted) throw error;
      log.warn({ err: error, sessionId: data.sessionId }, `${what} failed`);
      if (!(error instanceof NotesUnavailable || error instanceof AnswerFailed)) throw error;
      await fail(data, error instanceof AnswerFailed ? 'unusable' : 'writerAway');
    } finally {
      unfollow();
    }
  }

  queue.work<Data>(
    name,
    async (job) => {
      try {
        await run(job);
      } catch (error) {
        if (job.signal.aborted || job.attempt < RETRIES) throw error;
        await fail(job.data, 'writerAway');
      }
    },
    { isShared: true, concurrency: 1, retryLimit: RETRIES },
  );
}
