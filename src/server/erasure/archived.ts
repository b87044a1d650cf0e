import { eq } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { listFile } from '#server/platform/text-files.ts';
import { voiceErasures } from './tables.ts';

export const voicesArchived: Archived = {
  tables: ['voice_erasures'],

  async *session(orm, { id }) {
    const erased = rowsInParts(
      orm.select().from(voiceErasures),
      voiceErasures.id,
      eq(voiceErasures.sessionId, id),
    );
    yield* listFile('erased voices.json', erased);
  },
};
