import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { settle } from '#tests/support/settle.ts';
import { recapNotice } from '#web/flows/recap-notice/provide-recap-notice.ts';
import { createNotices } from '#web/hooks/notices.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

const recaps = ['Session 3', 'Session 4'].map((title, index) => ({
  title,
  campaignId: 'c1',
  sessionId: `s${index + 3}`,
}));

it.each([
  { written: recaps, refreshed: 1 },
  { written: [], refreshed: 0 },
])(
  'each session whose recap was written meanwhile has a notice that leads to it: $written.length',
  async ({ written, refreshed }) => {
    const notices = createNotices();
    let refreshes = 0;
    const around = {
      client: { call: async () => ({ recaps: written }) },
      notices,
      refreshNotes: () => {
        refreshes += 1;
      },
    };
    const actor = createActor(recapNotice.provide(around as unknown as Surroundings)).start();
    actor.send({ type: 'user.arrived' });
    await settle();
    expect(notices.get().map(({ text, link }) => [text, link?.text, link?.path])).toEqual(
      written.map(({ title, sessionId }) => [
        `“${title}” now has its recap, in your own words.`,
        'Read it',
        `/campaign?campaignId=c1&sessionId=${sessionId}`,
      ]),
    );
    expect(refreshes).toBe(refreshed);
  },
);
