import { type Page, test } from '@playwright/test';
import { analysed, type Given, type Hands, namedPaths, walkPath } from './walk.ts';

export type { Hands } from './walk.ts';

/** @param on opens the page for the start of a path, and has the hands for its steps */
export function testPaths(
  given: Given,
  on: { open: (page: Page, scenario: string) => Promise<unknown>; hands: Hands<Page> },
): void {
  const analysis = analysed(given);
  test.describe(analysis.flow.title, () => {
    for (const { name, path } of namedPaths(analysis)) {
      test(name, async ({ page }) => {
        await on.open(page, path.start.scenario);
        await walkPath(path, page, on.hands);
      });
    }
  });
}
