import { setAlphaTester } from '#contract/alpha-testers.ts';
import type { Mount } from '../http/mount.ts';
import { assertOperator } from '../http/operator.ts';
import { markAlphaTesters } from '../services/alpha-testers.ts';
import type { Database } from '../store/database.ts';

/** @param deps.operatorKey null: nobody may ask over HTTP */
export function alphaTesterRoute(
  mount: Mount,
  deps: { database: Database; operatorKey: string | null },
): void {
  mount(setAlphaTester, async ({ headers, body }) => {
    assertOperator(deps.operatorKey, headers['x-operator-key']);
    return {
      status: 200,
      body: { changed: await markAlphaTesters(deps.database, body.email, body.isAlphaTester) },
    };
  });
}
