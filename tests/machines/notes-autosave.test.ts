import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import { selectNotesAutosaveStep } from '#machines/notes-autosave/notes-autosave.selectors.ts';
import type { KeptDraft, SectionEnded } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import { settle as settled } from '#tests/support/settle.ts';

const base: SectionDraft = { key: 'summary', title: 'Summary', body: 'Before.', visibility: 'gm' };
const writing = (body: string, changes: Partial<SectionDraft> = {}): SectionDraft => ({
  ...base,
  body,
  ...changes,
});
const offline = { code: 'network', message: 'The server cannot be reached.' };

function start(kept: KeptDraft | null = null, section = base) {
  const clock = new SimulatedClock();
  const sent: { draft: SectionDraft; saved: SectionDraft | null }[] = [];
  const waiting: { resolve: (saved: SectionDraft) => void; reject: (error: unknown) => void }[] = [];
  let device: SectionDraft | null = kept?.draft ?? null;
  let restore = () => {};
  const actor = createActor(
    notesAutosaveMachine.provide({
      actors: {
        saveSection: fromPromise(({ input: { draft, saved } }) => {
          sent.push({ draft, saved });
          return new Promise<SectionDraft>((resolve, reject) => waiting.push({ resolve, reject }));
        }),
        watchPage: fromCallback(({ sendBack }) => {
          restore = () => sendBack({ type: 'connection.restored' });
        }),
      },
      actions: {
        keepOnDevice: ({ context }) => {
          device = context.draft;
        },
        forgetOnDevice: () => {
          device = null;
        },
      },
    }),
    { clock, input: { sessionId: 's', kept } },
  );
  const ended: SectionEnded[] = [];
  actor.on('*', (event) => ended.push(event));
  actor.start();
  actor.send({ type: 'section.opened', section });
  const settle = async (answer: () => void) => {
    answer();
    await settled();
  };
  return {
    write: (body: string, changes?: Partial<SectionDraft>) =>
      actor.send({ type: 'draft.changed', draft: writing(body, changes) }),
    send: actor.send,
    wait: (milliseconds: number) => clock.increment(milliseconds),
    succeed: () => settle(() => waiting.at(-1)?.resolve(sent.at(-1)!.draft)),
    fail: (error: unknown) => settle(() => waiting.at(-1)?.reject(error)),
    restoreConnection: () => restore(),
    step: () => selectNotesAutosaveStep(actor.getSnapshot()),
    context: () => actor.getSnapshot().context,
    ended: () => ended.map(({ type, before, saved }) => [type, before.body, saved.body]),
    sent: () => sent.map(({ draft }) => draft.body),
    bases: () => sent.map(({ saved }) => saved?.body ?? null),
    device: () => device?.body ?? null,
  };
}

describe('notes are saved automatically', () => {
  it('[D6] one second after the last key, and not before', async () => {
    const flow = start();
    flow.write('A');
    flow.wait(999);
    flow.write('AB');
    flow.wait(999);
    expect(flow.sent()).toEqual([]);
    expect(flow.device()).toBe('AB');
    flow.wait(1);
    expect(flow.sent()).toEqual(['AB']);
    expect(flow.bases()).toEqual(['Before.']);
    await flow.succeed();
    expect([flow.step(), flow.device()]).toEqual(['saved', null]);
  });

  it('[D6] at once when the field, the page or the editor is left', async () => {
    const flow = start();
    flow.write('A');
    flow.send({ type: 'save.requested' });
    expect(flow.sent()).toEqual(['A']);
    await flow.succeed();
    flow.write('AB');
    flow.send({ type: 'editing.ended' });
    expect(flow.sent()).toEqual(['A', 'AB']);
    expect(flow.bases()).toEqual(['Before.', 'A']);
    await flow.succeed();
    expect(flow.step()).toBe('closed');
  });

  it('[D6] saves what is written during a save next, also at the end', async () => {
    const flow = start();
    flow.write('A');
    flow.wait(1000);
    flow.write('AB');
    await flow.succeed();
    expect([flow.step(), flow.device()]).toEqual(['typing', 'AB']);
    flow.wait(1000);
    flow.write('ABC');
    flow.send({ type: 'editing.ended' });
    await flow.succeed();
    expect(flow.sent()).toEqual(['A', 'AB', 'ABC']);
    await flow.succeed();
    expect([flow.step(), flow.device()]).toEqual(['closed', null]);
  });

  it('[D6] stays open for someone who writes on after the end', async () => {
    const flow = start();
    for (const title of ['Summary', '']) {
      flow.write('A');
      flow.wait(1000);
      flow.write('AB', { title });
      flow.send({ type: 'editing.ended' });
      if (title !== '') flow.write('ABC');
      await flow.succeed();
      flow.write('ABCD');
      flow.wait(1000);
      await flow.succeed();
      expect([flow.step(), flow.sent().at(-1)]).toEqual(['saved', 'ABCD']);
    }
  });

  it('[D6] keeps a section without a title on this device until it has one', () => {
    const flow = start();
    flow.write('A', { title: ' ' });
    flow.wait(1000);
    expect([flow.step(), flow.sent(), flow.device()]).toEqual(['untitled', [], 'A']);
    flow.write('A', { title: 'Loot' });
    flow.wait(1000);
    expect(flow.sent()).toEqual(['A']);
  });
});

describe('no text is lost', () => {
  it('[D6] stores it on the device offline, and saves it on reconnection or at the next attempt', async () => {
    const flow = start();
    flow.write('A');
    flow.wait(1000);
    await flow.fail(offline);
    expect([flow.step(), flow.device(), flow.context().failure?.code]).toEqual([
      'waitingForNetwork',
      'A',
      'network',
    ]);
    flow.write('AB');
    flow.wait(14_999);
    expect(flow.sent()).toEqual(['A']);
    flow.restoreConnection();
    expect(flow.sent()).toEqual(['A', 'AB']);
    await flow.fail(offline);
    flow.wait(15_000);
    expect(flow.sent()).toEqual(['A', 'AB', 'AB']);
    await flow.succeed();
    expect([flow.step(), flow.device()]).toEqual(['saved', null]);
  });

  it('[D6] restores text of a crashed tab, and waits for the user', async () => {
    const kept = { draft: writing('Kept.'), saved: base, at: '2026-03-14T19:30:00.000Z' };
    const flow = start(kept);
    expect([flow.step(), flow.context().restoredFrom]).toEqual(['restored', kept.at]);
    flow.wait(60_000);
    expect(flow.sent()).toEqual([]);
    flow.write('Kept, and more.');
    flow.wait(1000);
    expect([flow.sent(), flow.bases()]).toEqual([['Kept, and more.'], ['Before.']]);
    const other = start(kept);
    other.send({ type: 'draft.discarded' });
    expect([other.step(), other.device(), other.sent()]).toEqual(['closed', null, []]);
  });

  it('[D7] shows what someone else saved, and replaces it only on request', async () => {
    const flow = start();
    const theirs = writing('Theirs.');
    const stale = { code: 'staleRevision', message: 'Changed.', details: { theirs } };
    flow.write('Mine.');
    flow.wait(1000);
    await flow.fail(stale);
    expect([flow.step(), flow.context().theirs?.body, flow.device()]).toEqual([
      'conflict',
      'Theirs.',
      'Mine.',
    ]);
    flow.wait(60_000);
    expect(flow.sent()).toEqual(['Mine.']);
    flow.send({ type: 'mine.chosen' });
    expect(flow.bases()).toEqual(['Before.', 'Theirs.']);
    await flow.fail(stale);
    flow.send({ type: 'theirs.chosen' });
    expect([flow.step(), flow.context().draft?.body, flow.device()]).toEqual(['saved', 'Theirs.', null]);
  });

  it('[D6] shows a rejection and keeps the text', async () => {
    const flow = start();
    flow.write('A');
    flow.wait(1000);
    await flow.fail({ code: 'payloadTooLarge', message: 'This is too large to send.' });
    expect([flow.step(), flow.device(), flow.context().failure?.message]).toEqual([
      'failed',
      'A',
      'This is too large to send.',
    ]);
    flow.send({ type: 'retry' });
    await flow.succeed();
    expect(flow.step()).toBe('saved');
  });
});

describe('what was saved can be undone once the editor is closed', () => {
  it('[D6] unless the section is as it was', async () => {
    const flow = start();
    flow.write('A');
    flow.send({ type: 'editing.ended' });
    await flow.succeed();
    expect(flow.ended()).toEqual([['section.saved', 'Before.', 'A']]);
    const same = start();
    same.write('A');
    same.wait(1000);
    await same.succeed();
    same.write('Before.');
    same.send({ type: 'editing.ended' });
    await same.succeed();
    expect([same.step(), same.ended()]).toEqual(['closed', []]);
  });

  it('[D7] what is discarded is taken back, a new section that was never saved and their version are not', async () => {
    const flow = start();
    flow.write('A');
    flow.wait(1000);
    await flow.succeed();
    flow.write('AB');
    flow.send({ type: 'draft.discarded' });
    expect(flow.ended()).toEqual([['section.discarded', 'Before.', 'A']]);
    const added = start(null, writing('', { title: '' }));
    added.write('A', { title: 'Loot' });
    added.wait(1000);
    expect(added.bases()).toEqual([null]);
    await added.fail({ code: 'payloadTooLarge', message: 'This is too large to send.' });
    added.send({ type: 'draft.discarded' });
    const met = start();
    met.write('A');
    met.wait(1000);
    await met.succeed();
    met.write('AB');
    met.wait(1000);
    const theirs = writing('Theirs.');
    await met.fail({ code: 'staleRevision', message: 'Changed.', details: { theirs } });
    met.send({ type: 'draft.discarded' });
    expect([added.ended(), met.ended(), met.step()]).toEqual([[], [], 'closed']);
  });

  it('[D7] undoing what replaced their version brings that back, or no section where they had removed it', async () => {
    for (const [theirs, title] of [
      [writing('Theirs.', { title: 'Their title' }), 'Their title'],
      [null, ''],
    ] as const) {
      const flow = start();
      flow.write('Mine.');
      flow.wait(1000);
      await flow.fail({ code: 'staleRevision', message: 'Changed.', details: { theirs } });
      flow.send({ type: 'mine.chosen' });
      await flow.succeed();
      expect(flow.context().opened?.title).toBe(title);
      flow.send({ type: 'editing.ended' });
      expect(flow.ended()).toEqual([['section.saved', theirs?.body ?? '', 'Mine.']]);
    }
  });
});
