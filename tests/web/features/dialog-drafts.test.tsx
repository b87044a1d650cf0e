import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Proposal } from '#contract/proposals.ts';
import { keysOfUser } from '#contract/stored.ts';
import { selectReviewStep } from '#machines/proposal-review/proposal-review.selectors.ts';
import { endPage, formPage, keptIn, openForm, press, show } from '#tests/support/form-page.tsx';
import { Dialogs, instructed, reads } from '#tests/support/kept-forms.tsx';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { provideProposalReview } from '#web/flows/proposal-review/provide-proposal-review.ts';
import { loadEveryView } from '#web/hooks/late-view.tsx';

formPage.others = reads;
afterEach(endPage);
const correction = (id: string): Proposal =>
  ({
    id,
    kind: 'correction',
    author: 'M',
    text: `${id} anew`,
    quote: id,
    standing: 'same',
    present: null,
    section: null,
    session: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  }) as never;

const tab = (storage: Storage) => {
  const call = async (_: unknown, { params }: { params?: { sessionId?: string } }) =>
    params?.sessionId === undefined ? undefined : { open: [correction('B')], shown: [], more: 0 };
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
  const open = async () => {
    review.send({ type: 'review.opened', target: { kind: 'session', id: 's', title: 'S' } });
    await waitFor(review, (s) => selectReviewStep(s) === 'ready');
  };
  return { review, open };
};
const kept = (storage: Storage) =>
  keysOfUser(storage, 'mira').map((key) => JSON.parse(storage.getItem(key) ?? '').written.text);

it('two tabs: reopening the dialog does not overwrite what is newer', async () => {
  const storage = new MemoryStorage();
  const one = tab(storage);
  await one.open();
  one.review.send({ type: 'draft.changed', id: 'B', text: 'short' });
  one.review.send({ type: 'review.closed' });
  const two = tab(storage);
  await two.open();
  two.review.send({ type: 'draft.changed', id: 'B', text: 'short, and now much longer' });
  two.review.stop();
  await one.open();
  expect(kept(storage)).toEqual(['short, and now much longer']);
});

it('two tabs: discarded stays discarded', async () => {
  const storage = new MemoryStorage();
  const one = tab(storage);
  await one.open();
  one.review.send({ type: 'draft.changed', id: 'B', text: 'short' });
  one.review.send({ type: 'review.closed' });
  const two = tab(storage);
  await two.open();
  two.review.send({ type: 'draft.changed', id: 'B', text: null });
  two.review.stop();
  await one.open();
  expect(kept(storage)).toEqual([]);
});

it('feedback: while it is sent another tab writes something else', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  let respond = (_: Response) => {};
  formPage.server = (path) =>
    path === '/feedback'
      ? new Promise<Response>((r) => {
          respond = r;
        })
      : null;
  await show(storage, <Dialogs />);
  await userEvent.type(await openForm(['Feedback'], 'Your comment'), 'First');
  await press('Send feedback');
  const [key] = keptIn(storage);
  storage.setItem(key!, JSON.stringify({ written: { comment: 'Second, from another tab' }, from: {} }));
  await act(async () =>
    respond(Response.json({ feedbackId: '01900000-0000-7000-8000-00000000d001' }, { status: 201 })),
  );
  await vi.waitFor(() => expect(screen.getByText(/Thank you/)).toBeTruthy());
  expect(keptIn(storage)).toHaveLength(1);
});

it('feedback: closed while it is sent, it is not there to be sent twice', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  const got: string[] = [];
  let respond = (_: Response) => {};
  formPage.server = (path, { body }) => {
    if (path !== '/feedback') return null;
    got.push(String(body));
    return new Promise<Response>((r) => {
      respond = r;
    });
  };
  await show(storage, <Dialogs />);
  await userEvent.type(await openForm(['Feedback'], 'Your comment'), 'First');
  await press('Send feedback');
  await press('Close');
  await act(async () =>
    respond(Response.json({ feedbackId: '01900000-0000-7000-8000-00000000d001' }, { status: 201 })),
  );
  const field = await openForm(['Feedback'], 'Your comment');
  expect([got.length, field.value]).toEqual([1, '']);
});

it('instruction: full browser, cancelled: the words are in the field', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  let asked: string | null = null;
  formPage.server = (path, { method = 'GET' }) => {
    if (!path.endsWith('/instruction')) return null;
    if (method !== 'GET') asked = method === 'POST' ? 'An owl' : null;
    return Response.json(instructed(asked), { status: method === 'POST' ? 202 : 200 });
  };
  await show(storage, <Dialogs />);
  await userEvent.type(await openForm(['Ask for a change'], 'What should be different?'), 'An owl');
  await press('Propose changes');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('What should be different?')).value).toBe(
    'An owl',
  );
});
it('instruction: full browser, closed and opened again on the same page', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await show(storage, <Dialogs />);
  await userEvent.type(await openForm(['Ask for a change'], 'What should be different?'), 'An owl');
  expect(screen.getByText(/kept only while this page is open/)).toBeTruthy();
  await press('Close');
  expect((await openForm(['Ask for a change'], 'What should be different?')).value).toBe('An owl');
});
it('feedback: full browser, closed and opened again on the same page', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await show(storage, <Dialogs />);
  await userEvent.type(await openForm(['Feedback'], 'Your comment'), 'An owl');
  await press('Close');
  expect((await openForm(['Feedback'], 'Your comment')).value).toBe('An owl');
});
