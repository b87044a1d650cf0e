import { and, asc, eq, inArray } from 'drizzle-orm';
import type { NotesSection } from '#contract/notes.ts';
import {
  defaultShow,
  isSwitchedOn,
  type LinkAudience,
  type SharedPart,
  type Show,
} from '#contract/sharing.ts';
import { visibleSections } from '#contract/visibility.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { emptyCast, isCharacter, sectionsWithCast, whoIs } from '#server/campaigns/cast-rules.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { casts } from '#server/platform/database/tables/casts.ts';
import { sessions } from '#server/platform/database/tables/core.ts';
import { shareLinks } from '#server/platform/database/tables/sharing.ts';
import { notes, transcripts } from '#server/platform/database/tables/work.ts';
import { type HideNames, hideNames, keepNames } from './pseudonyms.ts';

export interface PagePart extends SharedPart {
  of: string;
}

/** Never includes questions to the game master. */
export function sharedParts(
  sections: readonly NotesSection[],
  { audience, show }: { audience: LinkAudience; show: Show },
): PagePart[] {
  return sections.flatMap((section) =>
    visibleSections([section], audience)
      .filter(({ body }) => isSwitchedOn(section.key, show) && body.trim() !== '')
      .map(({ key, title, body }) => ({ key, title, body, of: section.key })),
  );
}

export async function sectionsOf(
  orm: Orm,
  sessionIds: readonly string[],
): Promise<Map<string, NotesSection[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await orm
    .select({ sessionId: notes.sessionId, sections: notes.sections, cast: casts.content })
    .from(notes)
    .innerJoin(sessions, eq(sessions.id, notes.sessionId))
    .leftJoin(casts, eq(casts.campaignId, sessions.campaignId))
    .where(inArray(notes.sessionId, [...sessionIds]));
  return new Map(
    rows.map(({ sessionId, sections, cast }) => [
      sessionId,
      sectionsWithCast(cast ?? emptyCast, sessionId, sections),
    ]),
  );
}

/** Everyone in the cast or in any transcript of the campaign, including replaced ones. */
export async function namesOf(
  orm: Orm,
  campaignId: string,
  show: Pick<Show, 'playerNames'>,
): Promise<HideNames> {
  if (show.playerNames) return keepNames;
  const rows = await orm
    .select({ sessionId: sessions.id, speakers: transcripts.speakers })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(and(eq(sessions.campaignId, campaignId), eq(transcripts.complete, true)))
    .orderBy(asc(transcripts.createdAt), asc(transcripts.id));
  const cast = await castOf(orm, campaignId);
  const spoken = rows.flatMap(({ sessionId, speakers }) =>
    speakers.flatMap(({ label, role }) => {
      const person = whoIs(cast, sessionId, label)?.person ?? null;
      if (person === null) return { label, role };
      // The label gives no player's name.
      if (isCharacter(cast, label)) return [];
      return { label, role: person.role, person: person.id };
    }),
  );
  const players = cast.people.map(({ id, player, role }) => ({ label: player, role, person: id }));
  return hideNames([...spoken, ...players]);
}

export interface SharedNotes {
  read(
    userId: string,
    sessionId: string,
    audience: LinkAudience,
  ): Promise<{ title: string; parts: SharedPart[] }>;
}

export function createSharedNotes({ database }: { database: Database }): SharedNotes {
  return {
    async read(userId, sessionId, audience) {
      const { orm } = database;
      const session = await ownSession(orm, userId, sessionId);
      const sections = (await sectionsOf(orm, [sessionId])).get(sessionId) ?? [];
      const [link] = await orm
        .select({ show: shareLinks.show })
        .from(shareLinks)
        .where(and(eq(shareLinks.sessionId, sessionId), eq(shareLinks.audience, audience)));
      const show = link?.show ?? defaultShow(audience);
      const hide = await namesOf(orm, session.campaignId, show);
      return {
        title: hide(session.title),
        parts: sharedParts(sections, { audience, show }).map(({ key, title, body }) => ({
          key,
          title: hide(title),
          body: hide(body),
        })),
      };
    },
  };
}
