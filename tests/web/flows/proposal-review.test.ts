import { expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Proposal } from '#contract/proposals.ts';
import { keysOfUser } from '#contract/stored.ts';
import { selectReviewStep } from '#machines/proposal-review/proposal-review.selectors.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { provideProposalReview } from '#web/flows/proposal-review/provide-proposal-review.ts';

const correction = (id: string, standing: Proposal['standing'] = 'same'): Proposal => ({
  id,
  kind: 'correction',
  author: '',
  text: `${id} anew`,
  createdAt: '2026-03-12T20:00:00.000Z',
  session: null,
  section: 'People',
  quote: id,
  standing,
  present: null,
});

it.each([
  { refused: ['Oda'], step: 'decided', left: ['Oda', 'Pike'], reads: 2 },
  { refused: ['Oda', 'Bryce', 'Mira'], step: 'outdated', left: ['Bryce', 'Oda', 'Mira', 'Pike'], reads: 3 },
])(
  '[D18] all is used as it was edited, also before the dialog was closed, except what had changed: $refused',
  async ({ refused, step, left, reads }) => {
    const sent: unknown[] = [];
    let read = 0;
    const open = [correction('Bryce'), correction('Oda'), correction('Mira'), correction('Pike', 'changed')];
    const call = async (
      _: unknown,
      { params, body }: { params: { proposalId?: string }; body?: unknown },
    ) => {
      if (params.proposalId === undefined) {
        read += 1;
        return { open, shown: [], more: 0 };
      }
      if (refused.includes(params.proposalId)) throw new ApiFailure('proposalOutdated');
      sent.push(body);
    };
    const review = createActor(
      provideProposalReview({
        client: { call: call as never },
        notices: { show: () => {} },
        userId: () => 'mira',
        refreshNotes: () => {},
        closeModal: () => {},
        storage: new MemoryStorage(),
      }),
    ).start();
    const opened = {
      type: 'review.opened',
      target: { kind: 'session', id: 'session', title: 'Session 3' },
    } as const;
    review.send(opened);
    await waitFor(review, (snapshot) => selectReviewStep(snapshot) === 'ready');
    review.send({ type: 'draft.changed', id: 'Mira', text: 'Mira, edited' });
    review.send({ type: 'draft.changed', id: 'Bryce', text: 'Bryce, edited' });
    review.send({ type: 'review.closed' });
    review.send(opened);
    await waitFor(review, (snapshot) => selectReviewStep(snapshot) === 'ready');
    review.send({ type: 'draft.changed', id: 'Bryce', text: null });
    review.send({ type: 'acceptAll.requested' });
    const { context } = await waitFor(review, (snapshot) => selectReviewStep(snapshot) === step);
    expect(context.list?.open.map(({ id }) => id)).toEqual(left);
    expect(read).toBe(reads);
    expect(sent).toEqual(
      refused.length > 1
        ? []
        : [
            { replacing: 'Bryce', text: 'Bryce anew' },
            { replacing: 'Mira', text: 'Mira, edited' },
          ],
    );
  },
);

it('[R2.34] of several, only the one at hand is still accepted when the dialog is closed, and a notice says how many were not', async () => {
  const sent: (string | undefined)[] = [];
  const told: string[] = [];
  const answers: (() => void)[] = [];
  const call = (_: unknown, { params }: { params: { proposalId?: string } }) => {
    if (params.proposalId === undefined)
      return Promise.resolve({
        open: ['Bryce', 'Oda', 'Mira'].map((id) => correction(id)),
        shown: [],
        more: 0,
      });
    sent.push(params.proposalId);
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  const review = createActor(
    provideProposalReview({
      client: { call: call as never },
      notices: { show: (text) => told.push(text) },
      userId: () => 'mira',
      refreshNotes: () => {},
      closeModal: () => {},
      storage: new MemoryStorage(),
    }),
  ).start();
  review.send({ type: 'review.opened', target: { kind: 'session', id: 'session', title: 'Session 3' } });
  await waitFor(review, (snapshot) => selectReviewStep(snapshot) === 'ready');
  review.send({ type: 'acceptAll.requested' });
  review.send({ type: 'review.closed' });
  answers[0]?.();
  await vi.waitFor(() => expect(told).toEqual(['2 of 3 suggestions were not accepted.']));
  expect(sent).toEqual(['Bryce']);
});

it('[D6] what was made of a suggestion is not on the device any more once it is accepted, and is again once that is undone', async () => {
  const storage = new MemoryStorage();
  const open = [correction('Bryce'), correction('Oda')];
  const call = async (_: unknown, { params }: { params?: { sessionId?: string } }) =>
    params?.sessionId === undefined ? undefined : { open, shown: [], more: 0 };
  const review = createActor(
    provideProposalReview({
      client: { call: call as never },
      notices: { show: () => {} },
      userId: () => 'mira',
      refreshNotes: () => {},
      closeModal: () => {},
      storage,
    }),
  ).start();
  const arrives = (step: string) => waitFor(review, (snapshot) => selectReviewStep(snapshot) === step);
  const kept = () => keysOfUser(storage, 'mira').map((key) => JSON.parse(storage.getItem(key) ?? '').written);
  review.send({ type: 'review.opened', target: { kind: 'session', id: 'session', title: 'Session 3' } });
  await arrives('ready');
  review.send({ type: 'draft.changed', id: 'Bryce', text: 'Bryce anew' });
  expect(kept()).toEqual([]);
  review.send({ type: 'draft.changed', id: 'Bryce', text: 'Bryce, edited' });
  review.send({ type: 'draft.changed', id: 'Oda', text: 'Oda, edited' });
  expect(kept()).toEqual([{ text: 'Bryce, edited' }, { text: 'Oda, edited' }]);
  review.send({ type: 'acceptance.requested', id: 'Bryce' });
  await arrives('decided');
  expect(kept()).toEqual([{ text: 'Oda, edited' }]);
  review.send({ type: 'undo.requested' });
  await arrives('ready');
  expect(kept()).toHaveLength(2);
  review.send({ type: 'rejectAll.requested' });
  await arrives('decided');
  expect(kept()).toEqual([]);
});

it.each(['Bryce, edited twice', null])(
  '[D6] an edited text is as another tab has left it once the dialog is opened again: %s',
  async (later) => {
    const storage = new MemoryStorage();
    const opened = async () => {
      const review = createActor(
        provideProposalReview({
          client: { call: (async () => ({ open: [correction('Bryce')], shown: [], more: 0 })) as never },
          notices: { show: () => {} },
          userId: () => 'mira',
          refreshNotes: () => {},
          closeModal: () => {},
          storage,
        }),
      ).start();
      const open = () => {
        review.send({ type: 'review.opened', target: { kind: 'campaign', id: 'campaign 1', title: 'Bell' } });
        return waitFor(review, (snapshot) => selectReviewStep(snapshot) === 'ready');
      };
      await open();
      return { review, open };
    };
    const { review, open } = await opened();
    review.send({ type: 'draft.changed', id: 'Bryce', text: 'Bryce, edited' });
    review.send({ type: 'review.closed' });
    expect(keysOfUser(storage, 'mira')).toEqual([expect.stringContaining('campaign 1')]);
    (await opened()).review.send({ type: 'draft.changed', id: 'Bryce', text: later });
    expect((await open()).context.drafts).toEqual(later === null ? {} : { Bryce: later });
    expect(keysOfUser(storage, 'mira')).toHaveLength(later === null ? 0 : 1);
  },
);
