import { textLimits } from '#contract/text-limits.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import { refusalOfThread } from '#server/platform/text-limits.ts';
import { createThreadPool } from '#server/platform/threads/thread-pool.ts';
import type { Suggested } from '../standings.ts';
import type { Frame, GivenAbout, GivenNames, GivenNotes, GivenPage, GivenParts } from './page-messages.ts';
import type { PageMethods } from './page-program.ts';

export type PageThreads = ReturnType<typeof createPageThreads>;

/** A slow page then delays only its campaign. */
const THREADS = 2;

/** Each call has a limit of time and memory, and one at a time runs for each campaign. */
export function createPageThreads({ limitMs = textLimits.jobSeconds.most * 1000 } = {}) {
  const pool = createThreadPool<PageMethods>({
    program: ownProgram('page-program', import.meta.url).href,
    size: THREADS,
    memoryMegabytes: textLimits.jobMegabytes.most,
    youngMegabytes: 8,
  });

  /** @throws Refusal notesTooComplex */
  async function call<Name extends keyof PageMethods>(
    owner: string,
    method: Name,
    ...given: Parameters<PageMethods[Name]>
  ): Promise<Awaited<ReturnType<PageMethods[Name]>>> {
    try {
      return await pool.use(
        async (thread) => {
          // Excludes the time to start the thread on a busy computer.
          await thread.call('ready', []);
          return thread.call(method, given, { timeLimitMs: limitMs });
        },
        { owner },
      );
    } catch (error) {
      throw refusalOfThread(error);
    }
  }

  return {
    page: (given: GivenPage, frame: Frame) => call(given.campaign.id, 'page', given, frame),
    hidden: async (campaignId: string, names: GivenNames, texts: string[]) =>
      names === null ? texts : call(campaignId, 'hidden', names, texts),
    about: (campaignId: string, given: GivenAbout) => call(campaignId, 'about', given),
    parts: (campaignId: string, given: GivenParts) => call(campaignId, 'parts', given),
    standings: (campaignId: string, notes: GivenNotes | null, all: Suggested[]) =>
      call(campaignId, 'standings', notes, all),
    reworded: (campaignId: string, ...[{ body, visibility }, words]: Parameters<PageMethods['reworded']>) =>
      call(campaignId, 'reworded', { body, visibility }, words),
    close: () => pool.close(),
  };
}
