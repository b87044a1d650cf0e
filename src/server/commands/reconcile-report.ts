import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ErrorBody } from '#contract/errors.ts';
import { type Difference, ReconciliationReport } from '#contract/reconciliation.ts';
import { messageOf } from '#contract/unknown-values.ts';
import { StartError } from '#server/platform/start-error.ts';

export const reconcileUsage = 'Usage: npm run --silent reconcile -- [--since DATE] [--mend] [--json]';

export interface ReconciliationRequest {
  since: string | undefined;
  mend: boolean;
  asJson: boolean;
}

export function readReconciliationArguments(argv: readonly string[]): ReconciliationRequest {
  let values: { since?: string | undefined; mend: boolean; json: boolean };
  try {
    const options = {
      since: { type: 'string' },
      mend: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    } as const;
    ({ values } = parseArgs({ args: [...argv], options }));
  } catch (error) {
    throw new StartError(`${messageOf(error).split('. ')[0]}. ${reconcileUsage}`);
  }
  const { since, mend, json } = values;
  const isDate = since !== undefined && z.iso.date().safeParse(since).success;
  const isTime = since !== undefined && z.iso.datetime({ offset: true }).safeParse(since).success;
  if (since !== undefined && !isDate && !isTime)
    throw new StartError(`--since is a date such as 2026-03-14, or a time with its zone, not "${since}".`);
  return { since: since === undefined ? undefined : new Date(since).toISOString(), mend, asJson: json };
}

const describe = ({ kind, userId, what, remedy }: Difference) =>
  [`${kind}: ${what}`, ...(userId === null ? [] : [`  User ${userId}.`]), `  ${remedy}`].join('\n');

export function reportReconciliation({ checked, mended, differences }: ReconciliationReport): string {
  const counts = Object.entries(checked).map(
    ([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`,
  );
  return [
    `Compared: ${counts.join(', ')}.`,
    ...(mended.length === 0 ? [] : ['', `Repaired: ${mended.length}.`, ...mended.map(describe)]),
    '',
    ...(differences.length === 0
      ? ['No differences.']
      : [`Differences: ${differences.length}.`, ...differences.map(describe)]),
  ].join('\n');
}

export async function askServer(
  origin: string,
  key: string,
  { since, mend }: ReconciliationRequest,
): Promise<ReconciliationReport | null> {
  const answer = await fetch(`${origin}/operator/reconciliation`, {
    method: 'POST',
    headers: { 'x-operator-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ mend, ...(since === undefined ? {} : { since }) }),
  }).catch(() => null);
  if (answer === null) return null;
  if (answer.ok) return ReconciliationReport.parse(await answer.json());
  const said = ErrorBody.safeParse(await answer.json().catch(() => null)).data?.error;
  if (said?.code === 'paymentsUnavailable')
    throw new StartError(
      'The server at this address cannot reach Stripe, or payments are off; its log says why.',
    );
  throw new StartError(
    `What listens at ${origin} rejects the key of this data folder. Set PORT and HEARTHSCRIBE_DATA to the server’s values.`,
  );
}
