import { isWebAddress } from '../checkout/checkout.setup.ts';
import type { Invariant } from '../kit/catalogue.ts';
import type { BillingPortalContext } from './billing-portal.setup.ts';

/** What holds in every state on the way to the portal and back. */
export const billingPortalInvariants: readonly Invariant<BillingPortalContext>[] = [
  {
    name: 'the portal is opened only when the user asks for it',
    requirement: 'R7.12',
    holds: ({ started, cause }) => !started.includes('openPortal') || cause === 'portal.requested',
  },
  {
    name: 'the browser leaves only for an address of the web that the server has just named',
    requirement: 'R4.11',
    holds: ({ actions, context, cause }) =>
      !actions.includes('leavePage') ||
      (isWebAddress(context.address) && cause?.startsWith('openPortal: ') === true),
  },
  {
    name: 'a failure is an alert, once each time',
    requirement: 'R8.4',
    holds: ({ isIn, context, actions, cause }) =>
      (context.failure !== null) === isIn('failed') &&
      actions.includes('tellFailure') === (isIn('failed') && cause?.startsWith('openPortal: ') === true),
  },
  {
    name: 'whoever comes back sees what holds now',
    holds: ({ cause, actions }) =>
      !(cause === 'page.restored' || cause === 'watchReturn: the browser shows the page again') ||
      actions.includes('refreshUser') ||
      actions.length === 0,
  },
  {
    name: 'nothing is opened for whoever has gone',
    holds: ({ cause, running, context }) =>
      cause !== 'user.left' || (!running.includes('openPortal') && context.address === null),
  },
];
