import { textLimits } from '#contract/text-limits.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import { refusalOfThread } from '#server/platform/text-limits.ts';
import { createThreadPool } from '#server/platform/threads/thread-pool.ts';
import type { Reworded, reworded } from '../reworded.ts';
import type { Standing, Suggested } from '../standings.ts';
import type {
  DrawnPage,
  FoundPart,
  Frame,
  GivenAbout,
  GivenNames,
  GivenNotes,
  GivenPage,
  GivenParts,
  ShownParts,
} from './page-messages.ts';

/** Each has a limit of time and memory, and one at a time runs for each campaign. */
export interface PageThreads {
  /** @throws Refusal notesTooComplex, as the others */
  page(given: GivenPage, frame: Frame): Promise<DrawnPage>;
  hidden(campaignId: string, names: GivenNames, texts: string[]): Promise<string[]>;
  about(campaignId: string, given: GivenAbout): Promise<FoundPart | null>;
  parts(campaignId: string, given: GivenParts): Promise<ShownParts>;
  standings(campaignId: string, notes: GivenNotes | null, all: Suggested[]): Promise<Standing[]>;
  reworded(campaignId: string, ...given: Parameters<typeof reworded>): Promise<Reworded>;
  close(): Promise<void>;
}

/** A slow page then delays only its campaign. */
const THREADS = 2;

export function createPageThreads({ limitMs = textLimits.jobSeconds.most * 1000 } = {}): PageThreads {
  const pool = createThreadPool({
    program: ownProgram('page-program', import.meta.url).href,
    size: THREADS,
    memoryMegabytes: textLimits.jobMegabytes.most,
    youngMegabytes: 8,
  });

  async function call<Result>(owner: string, method: string, given: unknown[]): Promise<Result> {
    try {
      return await pool.use(
        async (thread) => {
          // Excludes the time to start the thread on a busy computer.
          await thread.call('ready');
          // biome-ignore lint/plugin: the methods of `page-program.ts` give what their callers here say.
          return (await thread.call(method, given, { timeLimitMs: limitMs })) as Result;
        },
        { owner },
      );
    } catch (error) {
      throw refusalOfThread(error);
    }
  }

  return {
    page: (given, frame) => call(given.campaign.id, 'page', [given, frame]),
    hidden: async (campaignId, names, texts) =>
      names === null ? texts : call(campaignId, 'hidden', [names, texts]),
    about: (campaignId, given) => call(campaignId, 'about', [given]),
    parts: (campaignId, given) => call(campaignId, 'parts', [given]),
    standings: (campaignId, notes, all) => call(campaignId, 'standings', [notes, all]),
    reworded: (campaignId, { body, visibility }, words) =>
      call(campaignId, 'reworded', [{ body, visibility }, words]),
    close: () => pool.close(),
  };
}
