import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { CastChange, CastSheet } from '#contract/speakers.ts';
import { seconds } from '#machines/kit/durations.ts';
import { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import type { CastPlace, UndoInput } from '#machines/speaker-mapping/speaker-mapping.setup.ts';

const nobody: CastSheet = {
  revision: 0,
  people: [],
  speakers: [],
  canBeHeard: false,
  gameMaster: null,
  undo: null,
  tellsVoicesApart: true,
  memory: null,
  voices: null,
};
const speaker: CastSheet['speakers'][number] = {
  label: 'DANA',
  share: 100,
  samples: [],
  isLasting: true,
  soundsLike: null,
  personId: null,
  character: null,
  source: 'none',
  suggestion: null,
};

it('[R2.34] “Who is who” shows the speakers of a transcript that comes while it is open, also after a failed look', async () => {
  const answers: (CastSheet | Error)[] = [nobody, new Error('offline'), { ...nobody, speakers: [speaker] }];
  let asked = 0;
  const clock = new SimulatedClock();
  const machine = speakerMappingMachine.provide({
    actors: {
      readCast: fromPromise<CastSheet, CastPlace>(async () => {
        const answer = answers[asked];
        asked += 1;
        if (answer === undefined || answer instanceof Error) throw answer;
        return answer;
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  actor.send({ type: 'cast.opened', campaignId: 'campaign', session: { id: 'session', title: 'Three' } });
  const shown = () => actor.getSnapshot().context.sheet?.speakers.map(({ label }) => label);
  const isReady = () =>
    actor.getSnapshot().matches({ open: { shown: { outcome: 'ready', speakers: 'resting' } } });
  for (const [times, labels] of [
    [1, []],
    [2, []],
    [3, ['DANA']],
  ] as const) {
    await expect.poll(() => asked === times && isReady()).toBe(true);
    expect(shown()).toEqual(labels);
    expect(actor.getSnapshot().context.failure).toBeNull();
    clock.increment(seconds(5));
  }
  expect(isReady()).toBe(true);
  expect(asked).toBe(3);
});

it('[R2.34] “Who is who” shows them also after a person was saved, and says still that it was', async () => {
  const saved: CastSheet = { ...nobody, revision: 1, undo: 'saved' };
  let sheet = nobody;
  const clock = new SimulatedClock();
  const machine = speakerMappingMachine.provide({
    actors: {
      readCast: fromPromise<CastSheet, CastPlace>(async () => sheet),
      changeCast: fromPromise<CastSheet, UndoInput & { change: CastChange | null }>(async () => saved),
    },
    actions: { refreshTexts: () => {}, leaveModal: () => {} },
  });
  const actor = createActor(machine, { clock }).start();
  const isIn = (outcome: 'ready' | 'changed' | 'unnamed', speakers: 'resting' | 'looking' = 'resting') =>
    actor.getSnapshot().matches({ open: { shown: { outcome, speakers } } });
  const save = (player: string) =>
    actor.send({ type: 'person.saved', personId: null, player, role: 'player', characters: [] });
  actor.send({ type: 'cast.opened', campaignId: 'campaign', session: { id: 'session', title: 'Three' } });
  await expect.poll(() => isIn('ready')).toBe(true);
  save('Mira');
  await expect.poll(() => isIn('changed')).toBe(true);
  clock.increment(seconds(5));
  expect(isIn('changed', 'looking')).toBe(true);
  await expect.poll(() => isIn('changed')).toBe(true);
  save(' ');
  expect(isIn('unnamed')).toBe(true);
  sheet = { ...saved, revision: 2, speakers: [speaker] };
  clock.increment(seconds(5));
  await expect.poll(() => actor.getSnapshot().context.sheet).toEqual(sheet);
  expect(isIn('unnamed')).toBe(true);
  clock.increment(seconds(5));
  expect(isIn('unnamed')).toBe(true);
});
