import { describe, it } from 'vitest';
import { analysed, type Given, type Hands, namedPaths, replayPath, walkPath } from './walk.ts';

export type { Hands } from './walk.ts';

/** Tests each path on XState's interpreter, and on an implementation if `on` has hands for it. */
export function describePaths<Place>(
  given: Given,
  on?: { open: (scenario: string) => Place | Promise<Place>; hands: Hands<Place> },
): void {
  const analysis = analysed(given);
  describe(analysis.flow.title, () => {
    for (const { name, path } of namedPaths(analysis)) {
      it(name, async () => {
        replayPath(path, analysis);
        if (on) await walkPath(path, await on.open(path.start.scenario), on.hands);
      });
    }
  });
}
