import { describe, expect, it } from 'vitest';
import type { Post } from '#contract/posting.ts';
import { placeName, previousWords, stateWords } from '#web/features/campaign/posting/posting-words.ts';

const post: Post = {
  id: '01900000-0000-7000-8000-00000000ab01',
  sessionId: '01900000-0000-7000-8000-00000000c001',
  kind: 'discord',
  host: 'discord.com',
  cause: 'user',
  state: 'waiting',
  messageCount: 5,
  sentCount: 0,
  createdAt: '2026-03-12T20:00:00.000Z',
  nextAttemptAt: '2026-03-12T20:00:00.000Z',
  finishedAt: null,
  link: null,
  failure: null,
};

describe('the text of a post', () => {
  it('says its progress, when it continues and how it ended', () => {
    expect(stateWords(post)).toBe('Posting to Discord: waiting to be sent.');
    expect(stateWords({ ...post, sentCount: 2, nextAttemptAt: '2026-03-12T20:10:00.000Z' })).toMatch(
      /^Posting to Discord: 2 of 5 messages sent\. The next try is on 12 March 2026 at /,
    );
    expect(stateWords({ ...post, state: 'sending', nextAttemptAt: null })).toBe(
      'Posting to Discord: sending.',
    );
    expect(stateWords({ ...post, state: 'sending', sentCount: 2 })).toBe(
      'Posting to Discord: 2 of 5 messages sent.',
    );
    const finishedAt = '2026-03-12T20:01:00.000Z';
    expect(stateWords({ ...post, state: 'posted', sentCount: 5, finishedAt })).toMatch(
      /^Posted to Discord on 12 March 2026 at .*\.$/,
    );
    expect(stateWords({ ...post, state: 'failed', finishedAt })).toBe('Not posted to Discord.');
    expect(stateWords({ ...post, state: 'failed', sentCount: 3, finishedAt })).toBe(
      'Not posted to Discord. 3 of 5 messages sent.',
    );
  });

  it('names the host of the user’s own address', () => {
    expect(placeName({ kind: 'web', host: 'wiki.example.org' })).toBe('wiki.example.org');
  });

  it('warns about an earlier post before posting again', () => {
    const finishedAt = '2026-03-12T20:01:00.000Z';
    expect(previousWords({ ...post, state: 'posted', sentCount: 5, finishedAt })).toMatch(
      /^These notes were already posted to Discord on 12 March 2026/,
    );
    expect(previousWords({ ...post, state: 'failed', sentCount: 3, finishedAt })).toMatch(
      /^3 of 5 messages of these notes were already posted to Discord/,
    );
  });
});
