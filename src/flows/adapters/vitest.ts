import { describe, it } from 'vitest';
import { analysed, type Given, type Hands, namedPaths, replayPath, walkPath } from './walk.ts';

export type { Hands } from './walk.ts';

/**
 * A test for each path of a machine: on XState's interpreter, and on an implementation if there are hands for it.
 * @param on how to make what a path is walked on, and the hands that carry out its steps there
 */
export function describePaths<Place>(
  given: Given,
  on?: { open: (scenario: string) => Place | Promise<Place>; hands: Hands<Place> },
): void {
  const analysis = analysed(given);
  describe(analysis.flow.title, () => {
    it.each(namedPaths(analysis))('$name', async ({ path }) => {
      replayPath(path, analysis);
      if (on) await walkPath(path, await on.open(path.start.scenario), on.hands);
    });
  });
}
