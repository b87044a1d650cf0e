import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id } from './common.ts';
import { ThreadPlace, WorldSession } from './world.ts';

export const StoryStatement = z.object({
  text: z.string(),
  /** Where it was said; null: somebody wrote it without a quote. */
  place: ThreadPlace.nullable(),
});
export type StoryStatement = z.infer<typeof StoryStatement>;

export const StorySession = z.object({
  sessionId: Id,
  /** The notes, what an analysis wrote, or the page in the evening's own words. */
  from: z.enum(['notes', 'analysis', 'page']),
  short: z.array(StoryStatement),
  long: z.array(StoryStatement),
});
export type StorySession = z.infer<typeof StorySession>;

/** Seconds to read aloud. */
export const aloudLengths = [30, 60, 120] as const;

export const Story = z.object({
  /** In the order in which they were played. */
  sessions: z.array(WorldSession),
  stories: z.array(StorySession),
  /** One for each of `aloudLengths`. */
  previously: z.array(z.object({ seconds: z.int().positive(), statements: z.array(StoryStatement) })),
  /** Players, and the sessions that say whether they were there: all their voices have names. */
  players: z.array(
    z.object({
      id: Id,
      player: z.string(),
      character: z.string(),
      present: z.array(Id),
      missed: z.array(Id),
    }),
  ),
});
export type Story = z.infer<typeof Story>;

export const readStory = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/story',
  params: CampaignParams,
  query: z.object({
    audience: z.enum(['gm', 'players', 'public']),
    /** A player: only the sessions and scenes where their character was, with what was whispered to it and not to others. */
    knows: Id.optional(),
  }),
  responses: { 200: Story },
  errors: ['notFound'],
  description: 'The story so far, session by session, as the game master, players or everyone may read it.',
});
