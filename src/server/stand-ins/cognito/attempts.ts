import { createHmac } from 'node:crypto';
import type { AttemptLimit } from './config.ts';
import type { Account, Caller, ProviderContext } from './context.ts';
import { type ProviderError, passwordAttemptsExceeded } from './errors.ts';

export async function countAttempt(
  context: ProviderContext,
  key: string,
  limit: AttemptLimit,
  tooMany: () => ProviderError,
): Promise<void> {
  const count = await context.store.countAttempt(key, context.clock(), limit.windowMs);
  if (count > limit.count) throw tooMany();
}

export function networkKeyOf(context: ProviderContext, network: string): string {
  return createHmac('sha256', context.keys.secret).update(`network ${network}`).digest('hex').slice(0, 32);
}

type AttemptKind =
  | 'password'
  | 'code confirmSignUp'
  | 'code resetPassword'
  | 'mail confirmSignUp'
  | 'mail resetPassword';

/** From narrow to wide. A known device has its own key, so that strangers cannot lock out its owner. */
function keysOf(context: ProviderContext, kind: AttemptKind, account: Account, caller: Caller) {
  const device = caller.deviceOf(account);
  return device === null
    ? {
        narrow: `${kind} ${account.loginKey} ${networkKeyOf(context, caller.network)}`,
        wide: `${kind} ${account.loginKey}`,
      }
    : { narrow: `${kind} device ${device}`, wide: null };
}

/**
 * Counts before checking, so that parallel guesses gain nothing. What the limit per network rejects does not
 * count for the account, so that one network never locks it for others.
 */
export async function countForAccount(
  context: ProviderContext,
  kind: AttemptKind,
  account: Account,
  caller: Caller,
  limit: AttemptLimit,
  tooMany: () => ProviderError,
): Promise<void> {
  const { narrow, wide } = keysOf(context, kind, account, caller);
  await countAttempt(context, narrow, limit, tooMany);
  if (wide === null) return;
  const count = limit.count * context.config.addressesPerAccount;
  await countAttempt(context, wide, { ...limit, count }, tooMany);
}

export function countPasswordAttempt(
  context: ProviderContext,
  account: Account,
  caller: Caller,
): Promise<void> {
  const { wrongPasswords } = context.config;
  return countForAccount(context, 'password', account, caller, wrongPasswords, passwordAttemptsExceeded);
}

export async function forgetAttempts(
  context: ProviderContext,
  kind: AttemptKind,
  account: Account,
  caller: Caller,
): Promise<void> {
  const { narrow, wide } = keysOf(context, kind, account, caller);
  await context.store.clearAttempts(narrow);
  if (wide !== null) await context.store.clearAttempts(wide);
}
