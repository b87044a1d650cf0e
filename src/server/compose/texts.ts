import { accountsArchived } from '#server/accounts/archived.ts';
import { analysesTexts } from '#server/analyses/texts.ts';
import { billingArchived } from '#server/billing/archived.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { campaignsTexts } from '#server/campaigns/texts.ts';
import { creditsArchived } from '#server/credits/archived.ts';
import { voicesArchived } from '#server/erasure/archived.ts';
import { exportsTexts } from '#server/exports/texts.ts';
import { namesTexts } from '#server/names/texts.ts';
import { type Archived, platformArchived } from '#server/platform/archived.ts';
import { postingTexts } from '#server/posting/texts.ts';
import { questionsTexts } from '#server/questions/texts.ts';
import { recordingsTexts } from '#server/recordings/texts.ts';
import { searchTexts } from '#server/search/texts.ts';
import { sharingTexts } from '#server/sharing/texts.ts';
import { standInsArchived } from '#server/stand-ins/archived.ts';
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

/** The archive of a user's data, room by room. Every table is in one of them. */
export const archived: readonly Archived[] = [
  accountsArchived,
  creditsArchived,
  billingArchived,
  ...roomTexts.flatMap(({ archived: own }) => own ?? []),
  voicesArchived,
  standInsArchived,
  platformArchived,
];
