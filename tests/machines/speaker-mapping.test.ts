import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { CastSheet } from '#contract/speakers.ts';
import { seconds } from '#machines/kit/durations.ts';
import { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import type { CastPlace } from '#machines/speaker-mapping/speaker-mapping.setup.ts';

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
  const isReady = () => actor.getSnapshot().matches({ open: { shown: 'ready' } });
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
