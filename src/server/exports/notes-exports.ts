import { asc, eq } from 'drizzle-orm';
import type { FileSession } from '#contract/notes-file.ts';
import type { Audience } from '#contract/visibility.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { sectionsWithCast } from '#server/campaigns/cast-rules.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Cast } from '#server/platform/database/tables/casts.ts';
import { sessions } from '#server/platform/database/tables/core.ts';
import { notes } from '#server/platform/database/tables/work.ts';
import { documentFor, type NotesDocument } from './formats/document.ts';

export interface NotesExports {
  session(userId: string, sessionId: string, audience: Audience): Promise<NotesDocument>;
  campaign(userId: string, campaignId: string, audience: Audience): Promise<NotesDocument>;
}

export function createNotesExports({ database }: { database: Database }): NotesExports {
  const { orm } = database;
  const rows = () =>
    orm
      .select({
        sessionId: sessions.id,
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
      const cast = await castOf(orm, campaignId);
      const own = await rows().where(eq(sessions.id, sessionId));
      return documentFor(
        campaign,
        own.map((row) => view(row, cast)),
        audience,
      );
    },
    async campaign(userId, campaignId, audience) {
      const campaign = await ownCampaign(orm, userId, campaignId);
      const cast = await castOf(orm, campaignId);
      const all = await rows().where(eq(sessions.campaignId, campaignId));
      return documentFor(
        campaign,
        all.map((row) => view(row, cast)),
        audience,
      );
    },
  };
}

const view = (
  {
    sessionId,
    ...row
  }: {
    sessionId: string;
    title: string;
    order: number;
    playedAt: Date | null;
    sections: FileSession['sections'] | null;
  },
  cast: Cast,
): FileSession => ({
  ...row,
  playedAt: row.playedAt?.toISOString() ?? null,
  sections: sectionsWithCast(cast, sessionId, row.sections ?? []),
});
