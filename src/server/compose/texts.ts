import { analysesTexts } from '#server/analyses/texts.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { campaignsTexts } from '#server/campaigns/texts.ts';
import { exportsTexts } from '#server/exports/texts.ts';
import { namesTexts } from '#server/names/texts.ts';
import { postingTexts } from '#server/posting/texts.ts';
import { questionsTexts } from '#server/questions/texts.ts';
import { recordingsTexts } from '#server/recordings/texts.ts';
import { sharingTexts } from '#server/sharing/texts.ts';

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
];
