import { createCredits } from '#server/credits/credits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';

const CONNECTIONS = 10;

/** For a user with several lots; each request through its own database, as from separate processes. */
export async function spendAtOnce(
  databases: readonly Database[],
  wanted: { lots: readonly number[]; cost: number; count: number },
) {
  const now = new Date();
  const credits = createCredits({ clock: { now: () => now } });
  const userId = newId();
  const [first] = databases;
  if (first === undefined) throw new Error('No database.');
  await first.transaction(async (tx) => {
    for (const [index, amount] of wanted.lots.entries())
      await credits.grant(tx, {
        userId,
        unit: 'credits',
        amount,
        key: newId(),
        expiresAt: index === 0 ? null : new Date(now.getTime() + index * 86_400_000),
      });
  });
  const analyses = Array.from({ length: wanted.count }, () => newId());
  const answers: unknown[] = [];
  async function work(database: Database): Promise<void> {
    for (let analysisId = analyses.pop(); analysisId !== undefined; analysisId = analyses.pop()) {
      const spending = { userId, analysisId, costCredits: wanted.cost, durationSeconds: 60 };
      answers.push(
        await database
          .transaction((tx) => credits.reserve(tx, spending))
          .then(({ reservedCredits }) => reservedCredits)
          .catch((error: unknown) => (error instanceof Refusal ? error.code : error)),
      );
    }
  }
  await Promise.all(
    databases.flatMap((database) => Array.from({ length: CONNECTIONS }, () => work(database))),
  );
  const count = (answer: unknown) => answers.filter((one) => one === answer).length;
  return {
    succeeded: count(wanted.cost),
    refused: count('insufficientCredits'),
    balance: (await credits.balance(first.orm, userId)).credits,
    userId,
  };
}
