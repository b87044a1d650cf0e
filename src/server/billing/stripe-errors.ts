import Stripe from 'stripe';
import { recordOf } from '#contract/unknown-values.ts';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';

const secrets = /\b(sk|rk|pk|whsec)_\w[\w*]*/g;

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

export const isMissingCustomer = (error: unknown): boolean =>
  isMissing(error) && recordOf(error).param === 'customer';

export const isRefusedByStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Logs a Stripe failure, without keys, as `paymentsUnavailable`; returns other errors unchanged. */
export function refusalOf(log: Logger, what: string, error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code, statusCode, requestId, param } = error;
  log.error(
    { what, type, code, statusCode, requestId, param, said: error.message.replaceAll(secrets, '$1_…') },
    'Stripe could not be reached.',
  );
  return new Refusal('paymentsUnavailable');
}

/** @throws Refusal paymentsUnavailable */
export async function ask<Result>(log: Logger, what: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(log, what, error);
  }
}
