import type { Evidence } from '#contract/analysis-result.ts';
import { plainWords } from '#contract/markdown/rows.ts';
import { longestParsed, suspicious } from '#contract/note-blocks.ts';
import type { Story, StorySession, StoryStatement } from '#contract/story.ts';
import { type Visibility, visibleSections } from '#contract/visibility.ts';
import type { ThreadPlace } from '#contract/world.ts';
import { attendanceOf, playersIn } from '#server/campaigns/attendance.ts';
import { inBoth, type Statement, storyIn } from '#server/campaigns/story.ts';
import { createBreathing } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { aloudOf } from './aloud.ts';
import { type Heard, scenesHeard } from './presence.ts';
import { type SourceSession, sourcesOf, viewsOf } from './sources.ts';

type ShownSections = Parameters<typeof storyIn>[0];

/** Of each session that the campaign's page for these readers has: what they may read of its notes. @param names also what was whispered to these */
export type ShownTo = (
  userId: string,
  campaignId: string,
  audience: Exclude<Visibility, 'gm'>,
  names?: readonly string[],
) => Promise<ReadonlyMap<string, ShownSections>>;

const CHAPTERS_IN_SHORT = 2;

/** Made when it is read, of the notes as they are now. Players and everyone get nothing but what their page shows. */
export async function readStoryOf(
  orm: Orm,
  shownTo: ShownTo,
  { userId, campaignId, audience, knows }: AskedStory,
): Promise<Story> {
  const { sessions, cast } = await sourcesOf(orm, campaignId);
  const attendance = await attendanceOf(orm, campaignId, null, cast);
  const players = playersIn(attendance);
  if (knows !== undefined && !players.some(({ id }) => id === knows)) throw new Refusal('notFound');
  const person = cast.people.find(({ id }) => id === knows);
  const names = person === undefined ? [] : [person.player, ...person.characters];
  // What a character knows is for its player: what the game master alone may read is none of it.
  const readers = audience === 'gm' && knows !== undefined ? 'players' : audience;
  const shown = readers === 'gm' ? null : await shownTo(userId, campaignId, readers, names);
  const heard = knows === undefined ? null : await scenesHeard(orm, attendance.present, knows, sessions);
  const all = heard === null ? sessions : sessions.filter(({ id }) => heard.has(id));
  const breathing = createBreathing();
  const told: StorySession[] = [];
  const aloud: StorySession[] = [];
  for (const each of all) {
    const session = heard === null ? each : { ...each, heard: heard.get(each.id) };
    const story = shown === null ? storyOf(session) : storyInNotes(session, shown.get(session.id) ?? []);
    if (story !== null && story.long.length > 0) told.push(story);
    // What notes hide is not looked for elsewhere.
    const heardByAll =
      shown === null && story?.from === 'notes'
        ? storyInNotes(session, forTheTable(session.sections))
        : story;
    if (heardByAll !== null && heardByAll.long.length > 0) aloud.push(heardByAll);
    await breathing();
  }
  return {
    sessions: viewsOf(sessions),
    stories: told,
    previously: aloudOf(sessions, aloud, readers === 'gm'),
    players,
  };
}

const ofTheStory: readonly string[] = ['shortSummary', 'summary', 'ownWords'];

/** What is marked for the game master or for one character is not read aloud to all. */
const forTheTable = (sections: SourceSession['sections']): SourceSession['sections'] =>
  sections
    .filter(({ key }) => ofTheStory.includes(key))
    .flatMap((section) => {
      if (!suspicious.test(section.body)) return section;
      if (section.body.length > longestParsed) return [];
      const [seen] = visibleSections([{ ...section, visibility: 'players' }], 'players');
      return { ...section, body: seen?.body ?? '' };
    });

interface AskedStory {
  userId: string;
  campaignId: string;
  audience: Visibility;
  /** A player: only what their character knows. */
  knows?: string | undefined;
}

/** What its notes say, else what an analysis wrote, else the page's chapters with their first passages. */
export function storyOf(session: SourceSession): StorySession {
  const { id, results, sections } = session;
  const notes = storyInNotes(session, sections);
  if (notes !== null) return notes;
  const isMeasured = results.some((result) => result.isMeasured);
  const written = results.find(({ lines }) => lines !== null)?.lines;
  const [short, long] = (['shortSummary', 'summary'] as const).map((part) =>
    (written?.[part] ?? []).map(({ text, evidence }) => ({
      text: plainWords(text),
      place: placeOf(id, isMeasured, evidence),
    })),
  );
  const analysis = inBoth(short ?? [], long ?? []);
  if (analysis.long.length > 0) return { sessionId: id, from: 'analysis', ...analysis };
  const page = results.find(({ evening }) => evening !== null);
  const chapters = (page?.evening?.chapters ?? []).map((chapter, at): StoryStatement[] => {
    const { title, ownTitle, evidence } = chapter;
    const heading = ownTitle ?? (title === null ? null : `“${title.text}”`);
    const passage = page?.evening?.passages.find((each) => each.chapter === at && !each.hidden);
    const place = (from: Evidence) => placeOf(id, page?.isMeasured ?? false, from);
    const said = passage?.speaker == null ? '' : `${passage.speaker}: `;
    return [
      ...(heading === null ? [] : [{ text: heading, place: place(title?.evidence ?? evidence) }]),
      ...(passage === undefined
        ? []
        : [{ text: `${said}“${passage.text}”`, place: place(passage.evidence) }]),
    ];
  });
  const firsts = chapters.slice(0, CHAPTERS_IN_SHORT).flatMap((each) => each.slice(0, 1));
  return { sessionId: id, from: 'page', ...inBoth(firsts, chapters.flat()) };
}

/** Null: they have no summary. */
function storyInNotes(
  { id: sessionId, results, heard }: Pick<SourceSession, 'id' | 'results'> & { heard?: Heard | undefined },
  sections: ShownSections,
): StorySession | null {
  const all = storyIn(sections);
  if (all === null) return null;
  const isHeard = ({ evidence }: Statement) => evidence === null || heard?.(evidence) !== false;
  const told = { short: all.short.filter(isHeard), long: all.long.filter(isHeard) };
  const isMeasured = results.some((result) => result.isMeasured);
  const placed = (statements: readonly Statement[]) =>
    statements.map(({ text, evidence }) => ({
      text,
      place: evidence === null ? null : placeOf(sessionId, isMeasured, evidence),
    }));
  return { sessionId, from: 'notes', short: placed(told.short), long: placed(told.long) };
}

const placeOf = (sessionId: string, isMeasured: boolean, { segmentIds, startMs }: Evidence): ThreadPlace => ({
  sessionId,
  lineId: segmentIds[0] ?? null,
  startMs: isMeasured ? startMs : null,
});
