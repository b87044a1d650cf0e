import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import { implement } from '#machines/kit/implement.ts';
import {
  scrollToTargetMachine,
  type TargetPlace,
} from '#machines/scroll-to-target/scroll-to-target.machine.ts';
import { settle } from '#tests/support/settle.ts';

let clock: SimulatedClock;
let scroll: ActorRefFrom<typeof scrollToTargetMachine>;
let done: string[];
let place: TargetPlace | null;

const go = (target: string | null, saved: number | null = null) =>
  scroll.send({ type: 'route.changed', target, saved });

beforeEach(() => {
  clock = new SimulatedClock();
  done = [];
  place = { top: 1200, barHeight: 60 };
  const machine = implement(scrollToTargetMachine, ({ promise }) =>
    promise('findTarget', async ({ input }) => {
      done.push(`find ${input.target}`);
      return place;
    }),
  ).provide({
    actions: {
      scrollSmoothly: (_, { top }) => void done.push(`smoothly ${top}`),
      restorePosition: (_, { top }) => void done.push(`restore ${top}`),
      scrollToTop: () => void done.push('top'),
    },
  });
  scroll = createActor(machine, { clock }).start();
});

describe('[R2.19] a route that names a target', () => {
  it('waits 500 ms, then scrolls smoothly to it, below the navigation bar', async () => {
    go('pricing');
    clock.increment(499);
    await settle();
    expect(done).toEqual([]);
    clock.increment(1);
    await settle();
    expect(done).toEqual(['find pricing', 'smoothly 1140']);
  });

  it('scrolls to the top if the element does not exist', async () => {
    place = null;
    go('nowhere');
    clock.increment(500);
    await settle();
    expect(done).toEqual(['find nowhere', 'top']);
  });

  it('is ignored if the user navigates first', async () => {
    go('pricing');
    clock.increment(300);
    go('faq');
    clock.increment(499);
    await settle();
    expect(done).toEqual([]);
    clock.increment(1);
    await settle();
    expect(done).toEqual(['find faq', 'smoothly 1140']);
    go('pricing');
    go(null);
    clock.increment(10_000);
    await settle();
    expect(done.slice(2)).toEqual(['top']);
  });
});

describe('[R2.20] a route without a target', () => {
  it('goes to the top at once', () => {
    go(null);
    expect(done).toEqual(['top']);
  });

  it('restores the saved position on return, even if the route names a target', async () => {
    go(null, 840);
    go('pricing', 0);
    clock.increment(10_000);
    await settle();
    expect(done).toEqual(['restore 840', 'restore 0']);
  });
});
