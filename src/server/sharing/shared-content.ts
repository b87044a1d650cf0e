import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { NotesSection } from '#contract/notes.ts';
import {
  defaultShow,
  type LinkAudience,
  type SharedKind,
  type SharedPart,
  type Show,
} from '#contract/sharing.ts';
import { heardBy } from '#contract/visibility.ts';
import { analyses } from '#server/analyses/tables.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf, voicesOfNotes } from '#server/campaigns/cast.ts';
import { sectionsWithCast } from '#server/campaigns/cast-in-texts.ts';
import { emptyCast } from '#server/campaigns/cast-rules.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { casts, notes, sessions } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { refuseBeyond } from '#server/platform/text-limits.ts';
import { isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import { shareLinks } from './tables.ts';
import type { GivenNames, GivenNotes } from './threads/page-messages.ts';
import type { PageThreads } from './threads/page-threads.ts';

export async function notesOf(orm: Orm, sessionIds: readonly string[]): Promise<GivenNotes[]> {
  if (sessionIds.length === 0) return [];
  const rows = await orm
    .select({
      sessionId: notes.sessionId,
      sections: sql<string>`${notes.sections}::text`,
      cast: casts.content,
    })
    .from(notes)
    .innerJoin(sessions, eq(sessions.id, notes.sessionId))
    .leftJoin(casts, eq(casts.campaignId, sessions.campaignId))
    .where(inArray(notes.sessionId, [...sessionIds]));
  const given: GivenNotes[] = [];
  for (const row of rows)
    given.push({
      ...row,
      cast: { ...(row.cast ?? emptyCast), ...(await voicesOfNotes(orm, row.sessionId)) },
    });
  return given;
}

/** One id for each session, before anything is read of its long result. */
const lastCopied = sql`(select copied.id from ${analyses} as copied
  where copied.session_id = ${transcripts.sessionId} and copied.copied_to_notes_at is not null
  order by copied.copied_to_notes_at desc, copied.id desc limit 1)`;

/** And when their lines were said, for those who show it: 4–5 ms more for a session with a result of 264 kB. */
export async function timedNotesOf(orm: Orm, sessionIds: readonly string[]): Promise<GivenNotes[]> {
  const given = await notesOf(orm, sessionIds);
  if (given.length === 0) return given;
  const said = await orm
    .select({
      sessionId: transcripts.sessionId,
      timing: transcripts.timing,
      chapters: sql<string | null>`(${analyses.result}->'evening'->'chapters')::text`,
    })
    .from(transcripts)
    .leftJoin(analyses, and(eq(analyses.id, lastCopied), eq(analyses.transcriptId, transcripts.id)))
    .where(and(inArray(transcripts.sessionId, [...sessionIds]), isCurrentTranscript));
  const bySession = new Map(said.map(({ sessionId, ...each }) => [sessionId, each]));
  return given.map((each) => ({ ...each, said: bySession.get(each.sessionId) }));
}

export async function sectionsOf(
  orm: Orm,
  sessionIds: readonly string[],
): Promise<Map<string, NotesSection[]>> {
  const given = await notesOf(orm, sessionIds);
  return new Map(
    given.map(({ sessionId, cast, sections }) => [
      sessionId,
      sectionsWithCast(cast, sessionId, JSON.parse(sections)),
    ]),
  );
}

/**
 * Of everyone in the cast or in any transcript of the campaign, including replaced ones.
 * @throws Refusal notesTooComplex
 */
export async function namesOf(
  orm: Orm,
  campaignId: string,
  show: Pick<Show, 'playerNames'>,
): Promise<GivenNames> {
  if (show.playerNames) return null;
  const ofCampaign = and(eq(sessions.campaignId, campaignId), eq(transcripts.complete, true));
  const [size] = await orm
    .select({ bytes: sql<number>`coalesce(sum(${transcripts.speakersBytes}), 0)`.mapWith(Number) })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(ofCampaign);
  refuseBeyond('speakersBytes', size?.bytes ?? 0);
  const spoken = await orm
    .select({ sessionId: sessions.id, speakers: sql<string>`${transcripts.speakers}::text` })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(ofCampaign)
    .orderBy(asc(transcripts.createdAt), asc(transcripts.id));
  return { cast: await castOf(orm, campaignId), spoken };
}

export type SharedNotes = ReturnType<typeof createSharedNotes>;

export function createSharedNotes({ database, threads }: { database: Database; threads: PageThreads }) {
  return {
    /** What the campaign's page has of each session, with the evidence of its lines. */
    async ofCampaign(
      userId: string,
      campaignId: string,
      audience: LinkAudience,
      to: readonly string[] = [],
    ): Promise<Map<string, Pick<NotesSection, 'key' | 'body' | 'lines'>[]>> {
      const { orm } = database;
      await ownCampaign(orm, userId, campaignId);
      const rows = await orm
        .select({ id: sessions.id, title: sessions.title, leftOut: shareLinks.leftOut })
        .from(sessions)
        .leftJoin(shareLinks, and(eq(shareLinks.sessionId, sessions.id), eq(shareLinks.audience, audience)))
        .where(eq(sessions.campaignId, campaignId));
      const [link] = await orm
        .select({ show: shareLinks.show })
        .from(shareLinks)
        .where(and(eq(shareLinks.campaignId, campaignId), eq(shareLinks.audience, audience)));
      const show = link?.show ?? defaultShow(audience);
      const names = await namesOf(orm, campaignId, show);
      const shown = new Map<string, Pick<NotesSection, 'key' | 'body' | 'lines'>[]>();
      for (const { id, title, leftOut } of rows) {
        const [found] = leftOut === true ? [] : await notesOf(orm, [id]);
        if (found === undefined) continue;
        const stored = heardBy<NotesSection>(JSON.parse(found.sections), to);
        const given = to.length === 0 ? found : { ...found, sections: JSON.stringify(stored) };
        const written = sectionsWithCast(given.cast, id, stored);
        await breath();
        const { parts } = await threads.parts(campaignId, { audience, show, names, notes: given, title });
        shown.set(
          id,
          parts.map(({ key, body }) => ({
            key,
            body,
            lines: written.find((section) => section.key === key)?.lines ?? [],
          })),
        );
      }
      return shown;
    },

    /** @param isTimed bodies with when their lines were said, as the pages have them: for eyes, not for a model */
    async read(
      userId: string,
      sessionId: string,
      {
        audience,
        page = 'session',
        isTimed = false,
      }: { audience: LinkAudience; page?: SharedKind | undefined; isTimed?: boolean },
    ): Promise<{ title: string; parts: SharedPart[] }> {
      const { orm } = database;
      const session = await ownSession(orm, userId, sessionId);
      const links = await orm
        .select({ sessionId: shareLinks.sessionId, show: shareLinks.show, leftOut: shareLinks.leftOut })
        .from(shareLinks)
        .where(
          and(
            or(eq(shareLinks.sessionId, sessionId), eq(shareLinks.campaignId, session.campaignId)),
            eq(shareLinks.audience, audience),
          ),
        );
      const ofSession = links.find((link) => link.sessionId !== null);
      const link = page === 'session' ? ofSession : links.find((each) => each.sessionId === null);
      const isLeftOut = page === 'campaign' && ofSession?.leftOut === true;
      const [given = null] = isLeftOut ? [] : await (isTimed ? timedNotesOf : notesOf)(orm, [sessionId]);
      const show = link?.show ?? defaultShow(audience);
      const names = await namesOf(orm, session.campaignId, show);
      return threads.parts(session.campaignId, {
        audience,
        show,
        names,
        notes: given,
        title: session.title,
      });
    },
  };
}
