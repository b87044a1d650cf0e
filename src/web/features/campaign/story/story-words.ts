import type { Story, StorySession, StoryStatement } from '#contract/story.ts';
import { plainMarkdown } from '#web/ui/plain-markdown.ts';

export type StoryLength = 'short' | 'medium' | 'long';

/** Of whom: everybody, or what a player missed or their character knows. */
export type StoryOf = 'all' | `missed ${string}` | `knows ${string}`;

/** As the address of the page says it, such as in a link to what somebody missed. */
export const storyOfPlace = (asked: string | null): StoryOf => {
  const [, what, id] = /^(missed|knows) (\S+)$/u.exec(asked ?? '') ?? [];
  return id === undefined ? 'all' : what === 'missed' ? `missed ${id}` : `knows ${id}`;
};

const MEDIUM_WORDS = 120;

const wordsIn = (text: string): number => text.split(/\s+/u).length;

/** As much of a session as is asked for: never part of a sentence. */
export function statementsOf({ short, long }: StorySession, length: StoryLength): StoryStatement[] {
  if (length === 'short') return short;
  if (length === 'long') return long;
  let left = MEDIUM_WORDS;
  const end = long.findIndex(({ text }) => {
    left -= wordsIn(text);
    return left < 0;
  });
  return end < 0 ? long : long.slice(0, Math.max(1, end));
}

/** Its sessions: those that a player missed, or where a character was. */
export function storiesOf({ stories, players }: Story, of: StoryOf): StorySession[] {
  if (of === 'all') return stories;
  const [what, id] = of.split(' ');
  const player = players.find((each) => each.id === id);
  const wanted = new Set(what === 'missed' ? player?.missed : player?.present);
  return stories.filter(({ sessionId }) => wanted.has(sessionId));
}

export function headOf({ players }: Pick<Story, 'players'>, of: StoryOf): string {
  const [what, id] = of.split(' ');
  const player = players.find((each) => each.id === id);
  if (player === undefined) return 'Story so far';
  return what === 'missed' ? `What ${player.player} missed` : `What ${player.character} knows`;
}

interface Shown {
  story: Story;
  of: StoryOf;
  length: StoryLength;
}

const told = ({ story, of, length }: Shown) =>
  storiesOf(story, of).map((session) => ({
    title: story.sessions.find(({ id }) => id === session.sessionId)?.title ?? '',
    text: statementsOf(session, length)
      .map(({ text }) => text)
      .join(' '),
  }));

/** To paste anywhere. */
export const storyAsText = (campaign: string, shown: Shown): string =>
  [
    `${campaign}: ${headOf(shown.story, shown.of)}`,
    ...told(shown).map(({ title, text }) => `${title}\n${text}`),
  ]
    .join('\n\n')
    .concat('\n');

export const storyAsMarkdown = (campaign: string, shown: Shown): string =>
  [
    `# ${plainMarkdown(`${campaign}: ${headOf(shown.story, shown.of)}`)}`,
    ...told(shown).map(({ title, text }) => `## ${plainMarkdown(title)}\n\n${plainMarkdown(text)}`),
  ]
    .join('\n\n')
    .concat('\n');
