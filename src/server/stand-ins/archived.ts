import type { Archived } from '#server/platform/archived.ts';

export const standInsArchived: Archived = {
  tables: [],
  leftOut: {
    stand_in_objects: 'the embedded stand-in for Stripe: no real payments',
    stand_in_events: 'as stand_in_objects',
    idp_users: 'the address is in account.json; a password’s verifier is a secret',
    idp_challenges: 'half-finished sign-ins, gone within minutes',
    idp_sessions: 'secrets of sign-ins; their times are in account.json',
    idp_authorizations: 'half-finished sign-ins, gone within minutes',
    idp_codes: 'secret codes, gone within hours',
    idp_attempts: 'counts attempts for the lock-out under hashed keys, gone within the hour',
    outbox: 'emails on an installation without a mail server, encrypted, gone within a day',
  },
};
