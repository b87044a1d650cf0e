import { describe, expect, it } from 'vitest';
import type { Story, StorySession } from '#contract/story.ts';
import {
  headOf,
  statementsOf,
  storiesOf,
  storyAsMarkdown,
  storyAsText,
  storyOfPlace,
} from '#web/features/campaign/story/story-words.ts';

const id = (last: number) => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const said = (text: string) => ({ text, place: null });
const sentence = (first: string) => `${first} ${'and so on '.repeat(20)}for long.`;
const session = (at: number): StorySession => ({
  sessionId: id(at),
  from: 'notes',
  short: [said(`Short ${at}.`)],
  long: [said(sentence(`First ${at}`)), said(sentence(`Second ${at}`))],
});
const story: Story = {
  sessions: [1, 2].map((at) => ({ id: id(at), title: `Evening *${at}*`, playedAt: null, hasSound: false })),
  stories: [session(1), session(2)],
  previously: [],
  players: [{ id: id(9), player: 'Otto', character: 'Bramble', present: [id(2)], missed: [id(1)] }],
};

describe('the story so far', () => {
  it('is of whom its address says', () => {
    expect(['missed p-2', 'knows p', 'missed', 'all', null].map(storyOfPlace)).toEqual([
      'missed p-2',
      'knows p',
      'all',
      'all',
      'all',
    ]);
  });

  it('is as long as is asked for, in whole sentences', () => {
    const [one] = story.stories;
    if (one === undefined) throw new Error('There is no story.');
    expect(statementsOf(one, 'short')).toEqual(one.short);
    expect(statementsOf(one, 'medium')).toEqual(one.long.slice(0, 1));
    expect(statementsOf(one, 'long')).toEqual(one.long);
  });

  it('has for a player what they missed, and for their character what it knows', () => {
    const missed = `missed ${id(9)}` as const;
    expect(storiesOf(story, missed).map(({ sessionId }) => sessionId)).toEqual([id(1)]);
    expect(storiesOf(story, `knows ${id(9)}`).map(({ sessionId }) => sessionId)).toEqual([id(2)]);
    expect(headOf(story, missed)).toBe('What Otto missed');
    expect(storyAsText('Oldmere', { story, of: missed, length: 'short' })).toBe(
      'Oldmere: What Otto missed\n\nEvening *1*\nShort 1.\n',
    );
  });

  it('is a Markdown file in which marks of titles are words', () => {
    expect(storyAsMarkdown('Oldmere', { story, of: 'all', length: 'short' })).toBe(
      '# Oldmere: Story so far\n\n## Evening \\*1\\*\n\nShort 1.\n\n## Evening \\*2\\*\n\nShort 2.\n',
    );
  });
});
