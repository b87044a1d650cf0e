import { z } from 'zod';
import { factOf, nextStepsPrefix } from './stored.ts';

const Step = z.enum(['names', 'cast', 'players', 'share', 'next']);

/** Which of the five steps after an analysis are done or skipped; in a file of its own because few pages need it. */
export const storedNextSteps = (userId: string, sessionId: string) =>
  factOf(
    `${nextStepsPrefix(userId)}${sessionId}`,
    z.object({ done: z.array(Step).max(5), skipped: z.array(Step).max(5), isPutAway: z.boolean() }),
  );
