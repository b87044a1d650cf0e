import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Revision } from './common.ts';
import { DateEdit, ThreadPlace, WorldKey, WorldSession } from './world.ts';

export const timelineLimits = { scenes: 100, dates: 12, stops: 60 } as const;

/** An in-world date or the time that went by, in the words in which it was said or written. */
export const TimelineDate = z.object({
  text: z.string(),
  kind: z.enum(['date', 'later']),
  from: z.enum(['notes', 'said']),
  place: ThreadPlace.nullable(),
});
export type TimelineDate = z.infer<typeof TimelineDate>;

/** What a person set; empty: that what was read is no date. Null: nothing. */
const Dated = z.object({
  key: WorldKey,
  revision: Revision,
  edit: DateEdit.nullable(),
  of: DateEdit.shape.of,
});

export const TimelineScene = Dated.extend({
  title: z.string(),
  place: ThreadPlace.nullable(),
  dates: z.array(TimelineDate),
});
export type TimelineScene = z.infer<typeof TimelineScene>;

/** A place on the party's road. */
export const TimelineStop = z.object({
  /** Of the world index. */
  key: WorldKey,
  name: z.string(),
  /** The party is surely there; else it was only spoken of. */
  isThere: z.boolean(),
  place: ThreadPlace,
});
export type TimelineStop = z.infer<typeof TimelineStop>;

export const TimelineEvening = Dated.extend({
  /** Without those of its scenes. */
  dates: z.array(TimelineDate),
  scenes: z.array(TimelineScene),
  stops: z.array(TimelineStop),
});
export type TimelineEvening = z.infer<typeof TimelineEvening>;

export const Timeline = z.object({
  /** In the order in which they were played; for players and everyone, those that their page shows. */
  sessions: z.array(WorldSession),
  /** One for each session. */
  evenings: z.array(TimelineEvening),
});
export type Timeline = z.infer<typeof Timeline>;

export const readTimeline = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/timeline',
  params: CampaignParams,
  query: z.object({ audience: z.enum(['gm', 'players', 'public']) }),
  responses: { 200: Timeline },
  errors: ['notFound'],
  description:
    'Sessions with their scenes, in-world dates and places in order, as the game master, players or everyone may read them.',
});
