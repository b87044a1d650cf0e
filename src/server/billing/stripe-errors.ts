import Stripe from 'stripe';
import { Refusal } from '../http/refusal.ts';
import type { Logger } from '../log.ts';

const secrets = /\b(sk|rk|pk|whsec)_\w[\w*]*/g;

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

/** Stripe has understood, and will not do it in the present state of things. */
export const isRefusedByStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/**
 * Asks Stripe. What it cannot do is logged, without keys, and told as `paymentsUnavailable`.
 * @throws Refusal paymentsUnavailable
 */
export async function ask<Result>(log: Logger, what: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode, requestId, param } = error;
    log.error(
      { what, type, code, statusCode, requestId, param, said: error.message.replaceAll(secrets, '$1_…') },
      'Stripe could not be asked.',
    );
    throw new Refusal('paymentsUnavailable');
  }
}
