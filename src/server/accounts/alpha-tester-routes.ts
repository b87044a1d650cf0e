import { setAlphaTester } from '#contract/alpha-testers.ts';
import type { Mount } from '#server/http/mount.ts';
import { assertOperator } from '#server/http/operator.ts';
import type { Database } from '#server/platform/database/database.ts';
import { markAlphaTesters } from './alpha-testers.ts';

export function alphaTesterRoute(
  mount: Mount,
  deps: { database: Database; operatorKey: string | null },
): void {
  mount(setAlphaTester, async ({ headers, body }) => {
    assertOperator(deps.operatorKey, headers['x-operator-key']);
    return { changed: await markAlphaTesters(deps.database, body.email, body.isAlphaTester) };
  });
}
