import { and, asc, eq } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { inParts, isAfter, ROWS_IN_PART } from '#server/platform/in-parts.ts';
import { listFile } from '#server/platform/text-files.ts';
import { voiceErasures } from './tables.ts';

export const voicesArchived: Archived = {
  tables: ['voice_erasures'],

  async *session(orm, { id }) {
    const erased = inParts(
      (last) =>
        orm
          .select()
          .from(voiceErasures)
          .where(and(eq(voiceErasures.sessionId, id), isAfter(voiceErasures.id, last)))
          .orderBy(asc(voiceErasures.id))
          .limit(ROWS_IN_PART),
      (erasure) => erasure.id,
    );
    yield* listFile('erased voices.json', erased);
  },
};
