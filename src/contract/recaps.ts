import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id } from './common.ts';

export const NewRecaps = z.object({
  recaps: z.array(z.object({ sessionId: Id, campaignId: Id, title: z.string() })),
});
export type NewRecaps = z.infer<typeof NewRecaps>;

export const takeRecaps = defineCall({
  method: 'POST',
  path: '/recaps/taken',
  responses: { 200: NewRecaps },
  errors: [],
  description:
    'The sessions whose notes got the game master’s recap from the start of the next session, each given out once.',
});
