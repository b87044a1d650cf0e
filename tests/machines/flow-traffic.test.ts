import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createActor, createMachine, fromPromise, SimulatedClock } from 'xstate';
import { mainWays } from '#flows/chart/main-way.ts';
import { layOutStory } from '#flows/chart/story.ts';
import { countTraffic, mergedSteps } from '#flows/traffic.ts';
import { isWithin } from '#flows/transitions.ts';
import { catalogue } from '#machines/index.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { countedSteps, countSteps } from '#web/app/count-steps.ts';
import { readFeedback } from '../../src/setup/feedback-file.ts';
import { siteDataModule } from '../../src/setup/flows-site/site-data.ts';
import { projectRoot } from '../../src/setup/generated-files.ts';

const machine = createMachine({
  id: 'shop',
  initial: 'choosing',
  on: { left: '.choosing' },
  states: {
    choosing: { on: { pay: [{ guard: () => false, target: 'paid' }, { target: 'checking' }], 'look.*': {} } },
    checking: { always: 'paying' },
    paying: {
      invoke: { id: 'charge', src: fromPromise(() => new Promise(() => {})), onDone: 'paid' },
      after: { 5000: 'choosing' },
    },
    paid: {
      type: 'parallel',
      states: {
        mail: { initial: 'off', states: { off: { on: { send: 'on' } }, on: {} } },
        parcel: { initial: 'off', states: { off: { on: { send: 'on' } }, on: {} } },
      },
    },
  },
});

describe('traffic', () => {
  it('is counted once somebody asks for it, by each transition that a step takes', () => {
    const storage = new MemoryStorage();
    const here = countedSteps(storage);
    const clock = new SimulatedClock();
    const use = () => {
      const actor = createActor(machine, { inspect: countSteps(storage), clock }).start();
      actor.send({ type: 'look.around' });
      actor.send({ type: 'pay' });
      clock.increment(5000);
      actor.send({ type: 'pay' });
      actor.send({ type: 'left' });
    };
    use();
    expect(here.steps()).toEqual([]);
    here.counting.start();
    use();
    expect(Object.fromEntries(countTraffic(machine, here.steps()))).toEqual({
      'shop.choosing --look.*#0--> (stays)': 1,
      'shop.choosing --pay#1--> shop.checking': 2,
      'shop.checking --always#0--> shop.paying': 2,
      'shop.paying --after(5000)#0--> shop.choosing': 1,
      'shop --left#0--> shop.choosing': 1,
    });
    here.counting.end();
    use();
    expect(here.counting.isOn()).toBe(false);
  });

  it('of a way back through a history state is counted wherever it leads', () => {
    const player = createMachine({
      id: 'player',
      initial: 'open',
      states: {
        open: {
          initial: 'still',
          on: { hide: 'hidden' },
          states: { still: { on: { play: 'playing' } }, playing: {}, before: { type: 'history' } },
        },
        hidden: { on: { show: 'open.before', leave: 'gone' } },
        gone: {},
      },
    });
    const step = { flow: 'player', actor: 'p:1', from: ['hidden'], times: 1 };
    const counts = countTraffic(player, [
      { ...step, event: 'show', to: ['open.playing'] },
      { ...step, event: 'show', to: ['open.still'] },
      { ...step, event: 'show', to: ['gone'] },
    ]);
    expect(Object.fromEntries(counts)).toEqual({ 'player.hidden --show#0--> player.open.before': 2 });
  });

  it('of one event in several regions is counted in each; ids of records and what no chart has are left out', () => {
    const step = { flow: 'shop', actor: 'x:1', times: 3 };
    const off = ['paid.mail.off', 'paid.parcel.off'];
    const counts = countTraffic(
      machine,
      mergedSteps([
        { ...step, event: 'send', from: off, to: ['paid.mail.on', 'paid.parcel.on'] },
        { ...step, actor: 'x:2', event: 'send', from: off, to: ['paid.mail.on', 'paid.parcel.on'] },
        { ...step, event: 'xstate.done.actor.charge', from: ['paying'], to: off },
        { ...step, event: 'unknown', from: ['paying'], to: ['choosing'] },
        { ...step, event: 'pay', from: ['gone'], to: ['checking'] },
      ]),
    );
    expect(Object.fromEntries(counts)).toEqual({
      'shop.paid.mail.off --send#0--> shop.paid.mail.on': 6,
      'shop.paid.parcel.off --send#0--> shop.paid.parcel.on': 6,
      'shop.paying --done(charge)#0--> shop.paid': 3,
    });
  });
});

describe('npm run flows:site -- --traffic FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-traffic-'));
  const file = join(folder, 'feedback.json');
  afterAll(() => rmSync(folder, { recursive: true }));
  const report = (steps: object[]) => ({
    feedbackId: '0b0e6f5c-2b6e-4a39-9d3c-1f6c7a3d5e11',
    userEmail: 'gm@example.org',
    createdAt: '2026-11-01T19:00:00.000Z',
    categories: ['bug'],
    comment: 'It stays empty.',
    openToContact: false,
    referenceId: null,
    referenceType: null,
    steps,
  });
  const step = { flow: 'clipboard', actor: 'c:1', event: 'copy.requested', from: ['idle'], to: ['copying'] };

  it('counts what users sent with their feedback, and shows nothing else of it', async () => {
    writeFileSync(
      file,
      JSON.stringify([report([{ ...step, times: 2 }]), report([{ ...step, times: 1 }]), report([])]),
    );
    const module = await siteDataModule(
      projectRoot,
      catalogue.filter(({ name }) => name === 'clipboard'),
      readFeedback(file),
    );
    const [, text] = /^export const traffic = JSON\.parse\((.*)\);$/m.exec(module) ?? [];
    const { reports, steps } = JSON.parse(JSON.parse(text ?? '""'));
    expect(reports).toBe(2);
    expect(steps.map(({ event, times }: { event: string; times: number }) => [event, times])).toEqual([
      ['copy.requested', 3],
    ]);
    expect(module).not.toContain('gm@example.org');
    expect(module).not.toContain('It stays empty.');
  });

  it('says how to make the file when it is another', () => {
    writeFileSync(file, '[{"comment": "by hand"}]');
    expect(() => readFeedback(file)).toThrow(/has no feedback\. Make it with: npm run --silent feedback/);
  });
});

describe('an arrow of the main way', () => {
  it.each(catalogue.map((flow) => [flow.name, flow] as const))(
    'of %s joins only states between which its transition leads',
    (_, flow) => {
      const drawn = new Set(layOutStory(flow, { width: 1000 }).lines.map(({ id }) => id));
      for (const { children, steps } of mainWays(flow).values()) {
        for (const [index, step] of steps.entries()) {
          const from = children[index]!;
          if (step && !isWithin(step.source, from) && !isWithin(from, step.source)) {
            expect(drawn.has(step.id), step.id).toBe(false);
          }
        }
      }
    },
  );
});
