import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import { tag } from '#machines/kit/tags.ts';
import { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';

let clock: SimulatedClock;
let overlay: ActorRefFrom<typeof loadingOverlayMachine>;
const isVisible = () => overlay.getSnapshot().hasTag(tag.modal);

beforeEach(() => {
  clock = new SimulatedClock();
  overlay = createActor(loadingOverlayMachine, { clock }).start();
});

describe('[R4.18] the overlay appears', () => {
  it('not after 149 ms, but after 150 ms', () => {
    overlay.send({ type: 'work.started' });
    clock.increment(149);
    expect(isVisible()).toBe(false);
    clock.increment(1);
    expect(isVisible()).toBe(true);
  });

  it('never for work that ends within 149 ms', () => {
    overlay.send({ type: 'work.started' });
    clock.increment(149);
    overlay.send({ type: 'work.finished' });
    clock.increment(1000);
    expect(isVisible()).toBe(false);
    expect(overlay.getSnapshot().value).toBe('hidden');
  });
});

describe('[R4.18] the visible overlay stays', () => {
  beforeEach(() => {
    overlay.send({ type: 'work.started' });
    clock.increment(150);
  });

  it('until 300 ms have passed if the work ended before', () => {
    overlay.send({ type: 'work.finished' });
    clock.increment(299);
    expect(isVisible()).toBe(true);
    clock.increment(1);
    expect(isVisible()).toBe(false);
  });

  it('until the work ends if that takes longer', () => {
    clock.increment(10_000);
    expect(isVisible()).toBe(true);
    overlay.send({ type: 'work.finished' });
    expect(isVisible()).toBe(false);
  });

  it('if new work starts in time, without another minimum', () => {
    overlay.send({ type: 'work.finished' });
    clock.increment(200);
    overlay.send({ type: 'work.started' });
    clock.increment(100);
    expect(isVisible()).toBe(true);
    overlay.send({ type: 'work.finished' });
    expect(isVisible()).toBe(false);
  });
});
