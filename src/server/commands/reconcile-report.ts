import { z } from 'zod';
import type { Difference, ReconciliationReport } from '#contract/reconciliation.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readOptions } from './run-command.ts';

export const reconcileUsage = 'Usage: npm run --silent reconcile -- [--since DATE] [--mend] [--json]';

export interface ReconciliationRequest {
  since: string | undefined;
  mend: boolean;
  asJson: boolean;
}

export function readReconciliationArguments(argv: readonly string[]): ReconciliationRequest {
  const { since, mend, json } = readOptions(reconcileUsage, {
    args: [...argv],
    options: {
      since: { type: 'string' },
      mend: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  }).values;
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
