import { afterEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { FlowOutcome } from '#flows/flow.ts';
import { checkInboxFlow } from '#machines/check-inbox/check-inbox.flow.ts';
import { instructionFlow } from '#machines/instruction/instruction.flow.ts';
import { proposalReviewFlow } from '#machines/proposal-review/proposal-review.flow.ts';
import { recapCollectionFlow } from '#machines/recap-collection/recap-collection.flow.ts';
import { shareLinkFlow } from '#machines/share-link/share-link.flow.ts';
import { voiceErasureFlow } from '#machines/voice-erasure/voice-erasure.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { notes, session } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { followLeft } from '#web/effects/left-dialog.ts';

let app: ComposedApp | undefined;
afterEach(() => app?.stop());

/** Reads are answered with the first outcome; a change waits for `answer`. */
function openApp(read: FlowOutcome | undefined) {
  const changes: { signal: AbortSignal | null; answer: (response: Response) => void }[] = [];
  const reads: string[] = [];
  app = createWholeApp(
    {
      identity: createFakeIdentity({}),
      fetch: (address, { method, signal } = {}) => {
        if (!/voices|recaps|instruction$|proposals|acceptance|\/questions|-link$/u.test(String(address)))
          return new Promise(() => {});
        if (method === 'GET') {
          reads.push(String(address));
          return Promise.resolve(Response.json(read?.type === 'done' && read.output));
        }
        return new Promise((resolve) => changes.push({ signal: signal ?? null, answer: resolve }));
      },
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate: () => {},
    },
    { clock: new SimulatedClock() },
  );
  app.start();
  const { queryClient, notices } = app;
  const readNow = () => queryClient.setQueryData(keyOf('readSession', { sessionId: 'here' }), {});
  readNow();
  return {
    readNow,
    app,
    changes,
    reads,
    told: () => notices.get().map(({ text }) => text),
    isReadAgain: () =>
      queryClient.getQueryState(keyOf('readSession', { sessionId: 'here' }))?.isInvalidated === true,
  };
}

const eventOf = (
  { events }: { events: Readonly<Record<string, 'sentByActor' | readonly { event: { type: string } }[]>> },
  type: string,
  index = 0,
) => (events[type] as readonly { event: { type: string } }[])[index]?.event as never;

const [listed] = proposalReviewFlow.outcomes.readProposals;

const quickDialogs = [
  {
    name: 'proposalReview',
    flow: proposalReviewFlow,
    read: listed.type === 'done' ? { ...listed, output: listed.output.list } : listed,
    open: 'review.opened',
    change: 'acceptance.requested',
    close: 'review.closed',
  },
  {
    name: 'checkInbox',
    flow: checkInboxFlow,
    read: checkInboxFlow.outcomes.readQuestions[0],
    open: 'inbox.opened',
    change: 'answer.given',
    close: 'inbox.closed',
  },
  {
    name: 'shareLink',
    flow: shareLinkFlow,
    read: shareLinkFlow.outcomes.readLink[1],
    open: 'share.opened',
    change: 'revocation.requested',
    close: 'share.closed',
  },
] as const;

it.each(quickDialogs)(
  '[R2.34] a change of $name goes on when its dialog is closed; at its end what it changed is read again, and its failure told',
  async ({ name, flow, read, open, change, close }) => {
    const opened = openApp(read);
    const actor = opened.app[name]();
    actor.send(eventOf(flow, open));
    await vi.waitFor(() => expect(JSON.stringify(actor.getSnapshot().value)).not.toMatch(/loading|reading/u));
    actor.send(eventOf(flow, change));
    await vi.waitFor(() => expect(opened.changes).toHaveLength(1));
    actor.send(eventOf(flow, close));
    opened.readNow();
    expect(opened.changes[0]?.signal?.aborted).toBe(false);
    const message = 'The notes were changed meanwhile.';
    opened.changes[0]?.answer(Response.json({ error: { code: 'notFound', message } }, { status: 404 }));
    await vi.waitFor(() => expect(opened.isReadAgain()).toBe(true));
    expect(opened.told()).toHaveLength(1);
  },
);

it.each(quickDialogs)(
  '[R2.34] a dialog of $name that is opened again reads only once the change of before has ended',
  async ({ name, flow, read, open, change, close }) => {
    const { app: opened, changes, reads } = openApp(read);
    const actor = opened[name]();
    const states = () => JSON.stringify(actor.getSnapshot().value);
    actor.send(eventOf(flow, open));
    await vi.waitFor(() => expect(states()).not.toMatch(/loading|reading/u));
    actor.send(eventOf(flow, change));
    await vi.waitFor(() => expect(changes).toHaveLength(1));
    actor.send(eventOf(flow, close));
    const before = reads.length;
    actor.send(eventOf(flow, open));
    await new Promise(setImmediate);
    expect(reads).toHaveLength(before);
    changes[0]?.answer(Response.json({ error: { code: 'notFound', message: '' } }, { status: 404 }));
    await vi.waitFor(() => expect(states()).not.toMatch(/loading|reading/u));
    expect(reads.length).toBeGreaterThan(before);
  },
);

it('[R2.34] tells nobody else how a change ended: not after the user has signed out', async () => {
  let user: string | null = 'mira';
  const [show, refresh] = [vi.fn(), vi.fn()];
  const { toItsEnd, hold, announceFailure, announceEnd } = followLeft<never>({
    notices: { show },
    userId: () => user,
    refresh,
  });
  const failed = () => toItsEnd(Promise.reject(new ApiFailure('unauthorized')), AbortSignal.abort());
  const first = failed();
  user = null;
  await expect(first).rejects.toThrow();
  user = 'mira';
  const held = hold(Promise.reject(new ApiFailure('unauthorized')));
  user = null;
  await expect(held).rejects.toThrow();
  announceFailure(null, { error: new ApiFailure('unauthorized') });
  announceEnd();
  await new Promise(setImmediate);
  expect([show.mock.calls, refresh.mock.calls]).toEqual([[], []]);
  await expect(failed()).rejects.toThrow();
  expect([show.mock.calls, refresh.mock.calls]).toMatchObject([[[expect.any(String)]], [[]]]);
});

it('[R2.34] a dialog waits for the end of every change of what it shows, and of nothing else', async () => {
  const { toItsEnd, ended } = followLeft({
    notices: { show: () => {} },
    userId: () => 'mira',
    refresh: () => {},
  });
  const answers: (() => void)[] = [];
  const made = () => new Promise<string>((resolve) => answers.push(() => resolve('done')));
  const { signal } = new AbortController();
  const all = ['here', 'here', 'elsewhere'].map((of) => toItsEnd(made(), signal, of));
  let isEnded = false;
  const end = ended('here').then(() => {
    isEnded = true;
  });
  await ended('a third place');
  answers[1]?.();
  await new Promise(setImmediate);
  expect(isEnded).toBe(false);
  answers[0]?.();
  await end;
  answers[2]?.();
  await Promise.all(all);
});

/** A campaign of three sessions; reads and saves of notes wait for `waiting`, and answer by what was saved. */
async function openSharing() {
  const waiting: (() => void)[] = [];
  const saved: string[] = [];
  const ids = ['c1', 'c2', 'c3'].map((id) => `01900000-0000-7000-8000-0000000000${id}`);
  const npcs = new Map(ids.map((id) => [id, 'gm']));
  const revisions = new Map(ids.map((id) => [id, 1]));
  app = createWholeApp(
    {
      identity: createFakeIdentity({}),
      fetch: async (address, { method, body, headers } = {}) => {
        const path = String(address);
        if (path.endsWith('-link')) {
          const [, off] = shareLinkFlow.outcomes.readLink;
          return Response.json(off?.type === 'done' && off.output);
        }
        if (path.includes('/sessions?') || path.endsWith('/sessions'))
          return Response.json({ sessions: ids.map((id) => ({ ...session, id })), nextCursor: null });
        const id = ids.find((each) => path.includes(`${each}/notes`));
        if (id === undefined) return new Promise(() => {});
        await new Promise<void>((resolve) => waiting.push(resolve));
        const revision = revisions.get(id) ?? 0;
        if (method === 'PATCH') {
          if (new Headers(headers).get('if-match') !== String(revision))
            return Response.json(
              { error: { code: 'staleRevision', message: 'Changed meanwhile.' } },
              { status: 412 },
            );
          npcs.set(id, JSON.parse(String(body)).sections[0].visibility);
          revisions.set(id, revision + 1);
          saved.push(`${id.slice(-2)} ${npcs.get(id)}`);
        }
        const sections = [{ ...notes.sections[0], key: 'npcs', visibility: npcs.get(id) }];
        return Response.json({ ...notes, revision: revisions.get(id), sections });
      },
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate: () => {},
    },
    { clock: new SimulatedClock() },
  );
  app.start();
  const { notices } = app;
  const actor = app.shareLink();
  const state = () => JSON.stringify(actor.getSnapshot().value);
  const answer = async (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      await vi.waitFor(() => expect(waiting).not.toHaveLength(0));
      waiting.shift()?.();
    }
  };
  const open = async () => {
    actor.send({ type: 'share.opened', target: { kind: 'campaign', id: session.campaignId, title: 'Here' } });
    await vi.waitFor(() => expect(state()).toContain('settled'));
  };
  const hideByHand = (at: number) => {
    const id = ids[at] ?? '';
    npcs.set(id, 'gm');
    revisions.set(id, (revisions.get(id) ?? 0) + 1);
  };
  await open();
  return {
    actor,
    state,
    waiting,
    saved,
    answer,
    open,
    hideByHand,
    told: () => notices.get().map(({ text }) => text),
  };
}

it('[R1.4] a preset marks the notes of every session; closing the dialog stops it, and a notice tells what is left', async () => {
  const { actor, waiting, saved, answer, told } = await openSharing();
  actor.send({ type: 'preset.chosen', preset: 'people' });
  await answer(1);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  actor.send({ type: 'share.closed' });
  await answer(1);
  await vi.waitFor(() => expect(told()).toEqual([expect.stringContaining('2 sessions are not marked')]));
  expect([saved, waiting]).toEqual([['c1 public'], []]);
});

it('[R1.4] a preset of a closed dialog does not publish what a later one hides', async () => {
  const { actor, state, waiting, saved, answer, open } = await openSharing();
  actor.send({ type: 'preset.chosen', preset: 'people' });
  await answer(2);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  actor.send({ type: 'share.closed' });
  await open();
  actor.send({ type: 'preset.chosen', preset: 'recap' });
  await answer(5);
  await vi.waitFor(() => expect(state()).toContain('marked'));
  await new Promise(setImmediate);
  expect([saved, waiting]).toEqual([['c1 public', 'c1 players'], []]);
});

it('[R1.4] a preset of a closed dialog does not publish what is hidden by hand while it is saved', async () => {
  const { actor, waiting, saved, answer, hideByHand, told } = await openSharing();
  actor.send({ type: 'preset.chosen', preset: 'people' });
  await answer(1);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  actor.send({ type: 'share.closed' });
  hideByHand(0);
  await answer(2);
  await vi.waitFor(() => expect(told()).toEqual([expect.stringContaining('3 sessions are not marked')]));
  expect([saved, waiting]).toEqual([[], []]);
});

const dialogs = [
  {
    name: 'voiceErasure',
    flow: voiceErasureFlow,
    read: voiceErasureFlow.outcomes.readVoices[0],
    before: ['voice.chosen', 'erasure.confirmed'],
    close: 'voices.closed',
    done: voiceErasureFlow.outcomes.eraseVoice[0],
    status: 200,
  },
  {
    name: 'recapCollection',
    flow: recapCollectionFlow,
    read: recapCollectionFlow.outcomes.listRecaps[0],
    before: ['recap.asked'],
    close: 'recaps.closed',
    done: recapCollectionFlow.outcomes.listRecaps[3],
    status: 202,
  },
] as const;

describe.each(dialogs)(
  '[R2.34] a dialog of $name that is closed before the server has answered',
  (dialog) => {
    const { name, flow, read, before, close, done, status } = dialog;
    const open = async () => {
      const opened = openApp(read);
      const actor = opened.app[name]();
      const states = () => JSON.stringify(actor.getSnapshot().value);
      actor.send(eventOf(flow, close.replace('closed', 'opened')));
      await vi.waitFor(() => expect(states()).not.toContain('ading'));
      for (const type of before) actor.send(eventOf(flow, type));
      await vi.waitFor(() => expect(opened.changes).toHaveLength(1));
      actor.send(eventOf(flow, close));
      expect(opened.isReadAgain()).toBe(false);
      expect(opened.changes[0]?.signal?.aborted).toBe(false);
      return opened;
    };

    it('reads again what was changed once it has', async () => {
      const opened = await open();
      opened.changes[0]?.answer(Response.json(done?.type === 'done' && done.output, { status }));
      await vi.waitFor(() => expect(opened.isReadAgain()).toBe(true));
      expect(opened.told()).toEqual([]);
    });

    it('tells how it ended also after the dialog was opened for another session', async () => {
      const opened = await open();
      opened.app[name]().send(eventOf(flow, close.replace('closed', 'opened'), 1));
      opened.changes[0]?.answer(Response.json(done?.type === 'done' && done.output, { status }));
      await vi.waitFor(() => expect(opened.isReadAgain()).toBe(true));
    });

    it('tells a failure', async () => {
      const opened = await open();
      const message = 'An analysis of this session is running.';
      opened.changes[0]?.answer(Response.json({ error: { code: 'conflict', message } }, { status: 409 }));
      await vi.waitFor(() => expect(opened.told()).toHaveLength(1));
    });
  },
);

it('[D18] an instruction that was cancelled has the suggestions read again, because the model may have been done', async () => {
  const opened = openApp(instructionFlow.outcomes.readInstruction[1]);
  const actor = opened.app.instruction();
  actor.send(eventOf(instructionFlow, 'instruction.opened'));
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ open: 'following' })).toBe(true));
  actor.send({ type: 'cancel.requested' });
  await vi.waitFor(() => expect(opened.changes).toHaveLength(1));
  const stopped = instructionFlow.outcomes.endInstruction[0];
  opened.changes[0]?.answer(Response.json(stopped.type === 'done' && stopped.output));
  await vi.waitFor(() => expect(opened.isReadAgain()).toBe(true));
});
