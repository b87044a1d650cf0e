import { newStandInId } from '../ids.ts';
import type { Seconds } from '../periods.ts';
import type { PortalConfiguration, PortalSession } from '../wire.ts';

export const defaultConfiguration = (created: Seconds): PortalConfiguration => ({
  id: newStandInId('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: ['price'],
      enabled: true,
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      trial_update_behavior: 'end_trial',
    },
  },
  is_default: true,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: created,
});

export const newPortalSession = (given: {
  created: Seconds;
  configuration: string;
  customer: string;
  returnUrl: string;
  url: string;
  flow: PortalSession['flow'];
}): PortalSession => ({
  id: newStandInId('bps'),
  object: 'billing_portal.session',
  configuration: given.configuration,
  created: given.created,
  customer: given.customer,
  customer_account: null,
  flow: given.flow,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: given.returnUrl,
  url: given.url,
});
