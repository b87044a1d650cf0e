import { describe, expect, it, vi } from 'vitest';
import { assign, createMachine, fromPromise } from 'xstate';
import { describePaths } from '#flows/adapters/vitest.ts';
import { analysed, type Hands, namedPaths, replayPath, walkPath } from '#flows/adapters/walk.ts';
import { inferFlow } from '#flows/infer.ts';

const machine = createMachine({
  id: 'lamp',
  types: {} as { context: { presses: number } },
  context: { presses: 0 },
  initial: 'off',
  states: {
    off: { on: { press: { target: 'lit', actions: assign({ presses: 1 }) } } },
    lit: {
      initial: 'warming',
      states: {
        warming: {
          invoke: { id: 'warm', src: fromPromise(async () => {}), onDone: 'bright', onError: '#lamp.off' },
        },
        bright: { after: { 1000: '#lamp.off' } },
      },
    },
  },
});
const flow = inferFlow(machine, { title: 'A lamp' });

class Lamp {
  shows = 'off';
  #left = 0;

  constructor(readonly patience = 1000) {}

  press(): void {
    this.shows = 'warming';
  }

  warmed(isWarm: boolean): void {
    this.shows = isWarm ? 'bright' : 'off';
    this.#left = this.patience;
  }

  pass(milliseconds: number): void {
    this.#left -= milliseconds;
    if (this.#left <= 0) this.shows = 'off';
  }
}

function shows(wanted: string) {
  return (lamp: Lamp) => {
    if (lamp.shows !== wanted) throw new Error(`it shows ${lamp.shows}`);
  };
}

const hands: Hands<Lamp> = {
  events: { press: (lamp) => lamp.press() },
  outcomes: { warm: (lamp, { type }) => lamp.warmed(type === 'done') },
  wait: (lamp, milliseconds) => lamp.pass(milliseconds),
  sees: { off: shows('off'), 'lit.warming': shows('warming'), 'lit.bright': shows('bright') },
};

describePaths(machine);
describePaths(flow, { open: () => new Lamp(), hands });

async function walked(lamp: () => Lamp, by: Hands<Lamp>): Promise<void> {
  for (const { path } of namedPaths(analysed(flow))) await walkPath(path, lamp(), by);
}

describe('walking the paths with hands', () => {
  it('names the step at which an implementation does not follow', async () => {
    await expect(walked(() => new Lamp(2000), hands)).rejects.toThrow(
      /^step \d+ \(wait\): the machine is in “Off”, but: it shows bright$/,
    );
  });

  it('passes the machine’s context to each state', async () => {
    const seen: unknown[] = [];
    const sees = { lit: (_: Lamp, context: unknown) => seen.push(context) };
    await walked(() => new Lamp(), { ...hands, sees });
    expect(seen[0]).toEqual({ presses: 1 });
  });

  it.each([
    [{ ...hands, events: {} }, 'step 1 (Press): there is no hands.events["press"]'],
    [{ ...hands, outcomes: {} }, 'there is no hands.outcomes["warm"]'],
    [{ events: hands.events, outcomes: hands.outcomes! }, 'there is no hands.wait'],
  ])('fails for a step without a hand: %#', async (incomplete, message) => {
    await expect(walked(() => new Lamp(), incomplete)).rejects.toThrow(message);
  });

  it('keeps what the machine prints apart from the report', () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    // biome-ignore lint/suspicious/noConsole: as machines do
    const say = () => console.log('explored');
    const loud = createMachine({ id: 'loud', context: () => say() ?? {} });
    const analysis = analysed(loud);
    for (const { path } of namedPaths(analysis)) replayPath(path, analysis);
    expect(print).not.toHaveBeenCalled();
    say();
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('starts only if the machine has no problems', () => {
    const stuck = createMachine({ id: 'stuck', initial: 'on', states: { on: {}, never: {} } });
    expect(() => analysed(stuck)).toThrow('stuck has problems:\nthe state is never active: stuck.never');
  });
});
