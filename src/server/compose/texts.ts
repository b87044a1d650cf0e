import { accountsArchived } from '#server/accounts/archived.ts';
import { analysesTexts } from '#server/analyses/texts.ts';
import { billingArchived } from '#server/billing/archived.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { campaignsTexts } from '#server/campaigns/texts.ts';
import { creditsArchived } from '#server/credits/archived.ts';
import { voicesArchived } from '#server/erasure/archived.ts';
import { exportsTexts } from '#server/exports/texts.ts';
import { namesTexts } from '#server/names/texts.ts';
import type { Archived } from '#server/platform/archived.ts';
import { postingTexts } from '#server/posting/texts.ts';
import { questionsTexts } from '#server/questions/texts.ts';
import { recordingsTexts } from '#server/recordings/texts.ts';
import { searchTexts } from '#server/search/texts.ts';
import { sharingTexts } from '#server/sharing/texts.ts';
import { worldTexts } from '#server/world/texts.ts';

/** Of every room with texts of a campaign, in the order in which they are read and changed. */
export const roomTexts: readonly RoomTexts[] = [
  exportsTexts,
  campaignsTexts,
  analysesTexts,
  recordingsTexts,
  questionsTexts,
  namesTexts,
  postingTexts,
  sharingTexts,
  worldTexts,
  searchTexts,
];

/** Nothing of them is a user's text. */
const ofNoRoom: Archived = {
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
    installation_values: 'ids and keys of the installation, nothing of a user’s',
    outbox: 'emails on an installation without a mail server, encrypted, gone within a day',
    text_limit: 'one setting of this installation',
    rate_counts: 'counts calls for their limits under hashed keys, gone within a day',
  },
};

/** The archive of a user's data, room by room. Every table is in one of them. */
export const archived: readonly Archived[] = [
  accountsArchived,
  creditsArchived,
  billingArchived,
  ...roomTexts.flatMap(({ archived: own }) => own ?? []),
  voicesArchived,
  ofNoRoom,
];
