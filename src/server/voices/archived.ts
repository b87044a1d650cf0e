import { asc, eq } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { voiceErasures } from './tables.ts';

export const voicesArchived: Archived = {
  tables: ['voice_erasures'],

  async *session(orm, { id }) {
    const erased = await orm
      .select()
      .from(voiceErasures)
      .where(eq(voiceErasures.sessionId, id))
      .orderBy(asc(voiceErasures.erasedAt));
    if (erased.length > 0) yield jsonFile('erased voices.json', erased);
  },
};
