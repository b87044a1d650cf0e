import { asc, eq } from 'drizzle-orm';
import type { FileSession } from '#contract/notes-file.ts';
import type { Audience } from '#contract/visibility.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sessions } from '#server/platform/database/tables/core.ts';
import { notes } from '#server/platform/database/tables/work.ts';
import { documentFor, type NotesDocument } from './formats/document.ts';

export interface NotesExports {
  /** @throws Refusal notFound */
  session(userId: string, sessionId: string, audience: Audience): Promise<NotesDocument>;
  /** @throws Refusal notFound */
  campaign(userId: string, campaignId: string, audience: Audience): Promise<NotesDocument>;
}

/** The notes as they are now, as far as an audience may see them. */
export function createNotesExports({ database }: { database: Database }): NotesExports {
  const { orm } = database;
  const rows = () =>
    orm
      .select({
        title: sessions.title,
        order: sessions.position,
        playedAt: sessions.playedAt,
        sections: notes.sections,
      })
      .from(sessions)
      .leftJoin(notes, eq(notes.sessionId, sessions.id))
      .orderBy(asc(sessions.position))
      .$dynamic();

  return {
    async session(userId, sessionId, audience) {
      const { campaignId } = await ownSession(orm, userId, sessionId);
      const campaign = await ownCampaign(orm, userId, campaignId);
      return documentFor(campaign, (await rows().where(eq(sessions.id, sessionId))).map(view), audience);
    },
    async campaign(userId, campaignId, audience) {
      const campaign = await ownCampaign(orm, userId, campaignId);
      return documentFor(
        campaign,
        (await rows().where(eq(sessions.campaignId, campaignId))).map(view),
        audience,
      );
    },
  };
}

const view = (row: {
  title: string;
  order: number;
  playedAt: Date | null;
  sections: FileSession['sections'] | null;
}): FileSession => ({ ...row, playedAt: row.playedAt?.toISOString() ?? null, sections: row.sections ?? [] });
