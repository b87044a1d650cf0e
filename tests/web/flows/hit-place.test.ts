import { expect, it } from 'vitest';
import type { SearchHit } from '#contract/search.ts';
import { openWordsOf, placeOf } from '#web/flows/campaign-search/hit-place.ts';

const campaign = { id: '0b7e6a3e-5d0a-4a51-8a39-3f6f3a0f1c11', title: 'Coast' };
const session = { id: '5a0d2f0c-7d0e-4f43-9a62-1d8f0a1b2c33', title: 'Night', playedAt: null };
const line = { text: 'The bell', marks: [], speaker: null, startMs: null, lineId: 's7' };
const hit: SearchHit = {
  id: 'known',
  kind: 'session',
  campaign,
  session: null,
  title: '',
  lines: [line],
  best: 0,
  playFromMs: null,
};

it('opens the board for what is open, what somebody missed for who was absent, the session for who was there, and the line of a passage', () => {
  const of = `/campaign?campaignId=${campaign.id}`;
  expect(placeOf(hit)).toBe(`${of}&world=threads`);
  expect(placeOf({ ...hit, kind: 'name' })).toBe(of);
  expect(placeOf({ ...hit, session })).toBe(`${of}&sessionId=${session.id}#notes`);
  expect(placeOf({ ...hit, id: 'missed p2', session })).toBe(`${of}&world=story&of=missed%20p2`);
  expect([hit, { ...hit, session }, { ...hit, id: 'missed p2', session }].map(openWordsOf)).toEqual([
    'Open threads and promises',
    'Open the session',
    'Open what they missed',
  ]);
  const passage = { ...hit, kind: 'transcript', session } as const;
  expect(placeOf(passage)).toBe(`${of}&sessionId=${session.id}&line=s7#transcript`);
});
