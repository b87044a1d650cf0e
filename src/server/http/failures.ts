import type { Context } from 'hono';
import { recordOf } from '#contract/unknown-values.ts';
import { isDatabaseLost } from '#server/platform/database/lost-database.ts';
import { isDiskFull } from '#server/platform/disk-full.ts';
import { areFilesUnavailable } from '#server/platform/files/port.ts';
import { textQuotaReached } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RequestVariables } from './mount.ts';

const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  // Statement timeout, lock timeout, memory full.
  '57014',
  '55P03',
  '53200',
  // Deadlock or serialization failure.
  '40001',
  '40P01',
]);

export function isPassing(error: unknown): boolean {
  const { code, cause } = recordOf(error);
  return (
    passing.has(String(code)) ||
    isDatabaseLost(error) ||
    areFilesUnavailable(error) ||
    (cause instanceof Error && isPassing(cause))
  );
}

function isOfDeletedUser(error: unknown): boolean {
  const { code, constraint, cause } = recordOf(error);
  if (code === '23503' && String(constraint).endsWith('_user_id_fkey')) return true;
  return cause instanceof Error && isOfDeletedUser(cause);
}

/** Null for what nobody foresaw. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const ofText = textQuotaReached(error);
  if (ofText !== null) return ofText;
  if (isDiskFull(error)) return new Refusal('diskFull', { waitSeconds: 60 });
  if (isOfDeletedUser(error)) return new Refusal('unauthorized');
  return isPassing(error) ? new Refusal('unavailable') : null;
}

/** Sends every failure as ErrorBody. Logs unexpected ones with their stack and sends them as `internal`. */
export function answerFailure(error: Error, context: Context<{ Variables: RequestVariables }>): Response {
  const known = toRefusal(error);
  const refusal = known ?? new Refusal('internal');
  context.set('refusal', refusal.code);
  // A stack for each would add to the load.
  if (refusal.status >= 500 && refusal.code !== 'overloaded')
    context.get('log').error({ err: error }, 'A request failed.');
  return new Response(JSON.stringify(refusal.body), {
    status: refusal.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...retryAfter(refusal.status, refusal.waitSeconds),
    },
  });
}

/** To a browser that asks for a page: as a sentence. */
export function refuseInWords(refusal: Refusal, context: Context<{ Variables: RequestVariables }>): Response {
  const refused = answerFailure(refusal, context);
  if (!context.req.header('accept')?.includes('text/html')) return refused;
  refused.headers.set('content-type', 'text/plain; charset=utf-8');
  return new Response(`${refusal.message}\n`, refused);
}

export function retryAfter(status: number, seconds?: number): Record<string, string> {
  if (seconds !== undefined) return { 'retry-after': String(seconds) };
  if (status === 503) return { 'retry-after': '5' };
  return status === 429 ? { 'retry-after': '60' } : {};
}
