import { isWebAddress } from '../checkout/checkout.setup.ts';
import type { Invariant } from '../kit/catalogue.ts';
import type { BillingPortalContext } from './billing-portal.setup.ts';

export const billingPortalInvariants: readonly Invariant<BillingPortalContext>[] = [
  {
    name: 'opens the portal only when the user asks for it',
    requirement: 'R7.12',
    holds: ({ started, cause }) => !started.includes('openPortal') || cause === 'portal.requested',
  },
  {
    name: 'leaves only for an http(s) address that the server has just returned',
    requirement: 'R4.11',
    holds: ({ actions, context, cause }) =>
      !actions.includes('leavePage') ||
      (isWebAddress(context.address) && cause?.startsWith('openPortal: ') === true),
  },
  {
    name: 'shows one alert for each failure',
    requirement: 'R8.4',
    holds: ({ isIn, context, actions, cause }) =>
      (context.failure !== null) === isIn('failed') &&
      actions.includes('tellFailure') === (isIn('failed') && cause?.startsWith('openPortal: ') === true),
  },
  {
    name: 'shows the current state to returning users',
    holds: ({ cause, actions }) =>
      !(cause === 'page.restored' || cause === 'watchReturn: the browser shows the page again') ||
      actions.includes('refreshUser') ||
      actions.length === 0,
  },
  {
    name: 'opens nothing for a user who has signed out',
    holds: ({ cause, running, context }) =>
      cause !== 'user.left' || (!running.includes('openPortal') && context.address === null),
  },
];
