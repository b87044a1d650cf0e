import { and, asc, eq, inArray } from 'drizzle-orm';
import type { NotesSection } from '#contract/notes.ts';
import { defaultShow, type SharedPart, type Show } from '#contract/sharing.ts';
import { visibleSections } from '#contract/visibility.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { sessions } from '#server/platform/database/tables/core.ts';
import { publicLinks } from '#server/platform/database/tables/sharing.ts';
import { notes, transcripts } from '#server/platform/database/tables/work.ts';
import { type HideNames, hideNames, keepNames } from './pseudonyms.ts';

/** Which choice of `show` decides on a part. Sections that a game master made are decided by their visibility alone. */
const choices: Readonly<Record<string, Exclude<keyof Show, 'playerNames'>>> = {
  shortSummary: 'recap',
  previouslyOn: 'recap',
  summary: 'recap',
  decisions: 'recap',
  openThreads: 'recap',
  scenes: 'scenes',
  combats: 'scenes',
  memorableMoments: 'moments',
  characterMoments: 'moments',
  npcs: 'entities',
  locations: 'entities',
  items: 'entities',
  factions: 'entities',
  quests: 'entities',
};

/** What the public may read of the notes of a session. Questions to the game master are never among it. */
export function publicParts(sections: readonly NotesSection[], show: Show): SharedPart[] {
  const isShown = (key: string) => {
    const choice = choices[key];
    return key !== 'toConfirm' && (choice === undefined || show[choice]);
  };
  return visibleSections(sections, 'public')
    .filter(({ key, body }) => isShown(key) && body.trim() !== '')
    .map(({ key, title, body }) => ({ key, title, body }));
}

/** The notes of sessions, by session. */
export async function sectionsOf(
  orm: Orm,
  sessionIds: readonly string[],
): Promise<Map<string, NotesSection[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await orm
    .select({ sessionId: notes.sessionId, sections: notes.sections })
    .from(notes)
    .where(inArray(notes.sessionId, [...sessionIds]));
  return new Map(rows.map(({ sessionId, sections }) => [sessionId, sections]));
}

/** Hides the names of all who speak in any transcript of a campaign, replaced ones included. */
export async function namesOf(
  orm: Orm,
  campaignId: string,
  show: Pick<Show, 'playerNames'>,
): Promise<HideNames> {
  if (show.playerNames) return keepNames;
  const rows = await orm
    .select({ speakers: transcripts.speakers })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(and(eq(sessions.campaignId, campaignId), eq(transcripts.complete, true)))
    .orderBy(asc(transcripts.createdAt), asc(transcripts.id));
  return hideNames(rows.flatMap(({ speakers }) => speakers));
}

export interface SharedNotes {
  read(
    userId: string,
    sessionId: string,
    audience: 'players' | 'public',
  ): Promise<{ title: string; parts: SharedPart[] }>;
}

/** What others will see of a session, for its game master to look at first. */
export function createSharedNotes({ database }: { database: Database }): SharedNotes {
  return {
    async read(userId, sessionId, audience) {
      const { orm } = database;
      const session = await ownSession(orm, userId, sessionId);
      const sections = (await sectionsOf(orm, [sessionId])).get(sessionId) ?? [];
      if (audience === 'players') {
        const parts = visibleSections(sections, 'players')
          .filter(({ key, body }) => key !== 'toConfirm' && body.trim() !== '')
          .map(({ key, title, body }) => ({ key, title, body }));
        return { title: session.title, parts };
      }
      const [link] = await orm
        .select({ show: publicLinks.show })
        .from(publicLinks)
        .where(eq(publicLinks.sessionId, sessionId));
      const show = link?.show ?? defaultShow;
      const hide = await namesOf(orm, session.campaignId, show);
      return {
        title: hide(session.title),
        parts: publicParts(sections, show).map(({ key, title, body }) => ({
          key,
          title: hide(title),
          body: hide(body),
        })),
      };
    },
  };
}
