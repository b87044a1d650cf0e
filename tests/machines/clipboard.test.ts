import { beforeEach, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import { clipboardMachine } from '#machines/clipboard/clipboard.machine.ts';
import { selectCopyFailure, selectIsCopied } from '#machines/clipboard/clipboard.selectors.ts';
import { implement } from '#machines/kit/implement.ts';
import { settle } from '#tests/support/settle.ts';

let clock: SimulatedClock;
let clipboard: ActorRefFrom<typeof clipboardMachine>;
let written: string[];
let isRefused: boolean;

const isCopied = () => selectIsCopied(clipboard.getSnapshot());
const failure = () => selectCopyFailure(clipboard.getSnapshot());

async function copy(text: string) {
  clipboard.send({ type: 'copy.requested', text });
  await settle();
}

beforeEach(() => {
  clock = new SimulatedClock();
  written = [];
  isRefused = false;
  const machine = implement(clipboardMachine, ({ promise }) =>
    promise('writeText', async ({ input }) => {
      if (isRefused) throw new Error('denied');
      written.push(input.text);
    }),
  );
  clipboard = createActor(machine, { clock }).start();
});

it('[R9.8] shows copied for 3000 ms', async () => {
  await copy('one');
  expect(written).toEqual(['one']);
  clock.increment(2999);
  expect(isCopied()).toBe(true);
  clock.increment(1);
  expect(isCopied()).toBe(false);
});

it('[R9.8] restarts the 3000 ms with a second copy', async () => {
  await copy('one');
  clock.increment(2000);
  await copy('two');
  clock.increment(2999);
  expect(isCopied()).toBe(true);
  clock.increment(1);
  expect(isCopied()).toBe(false);
  expect(written).toEqual(['one', 'two']);
});

it('[R8.10] reports a refusal of the browser until the next try', async () => {
  isRefused = true;
  await copy('one');
  clock.increment(60_000);
  expect(failure()).toBe('Failed to copy text to clipboard');
  expect(isCopied()).toBe(false);
  isRefused = false;
  await copy('one');
  expect([failure(), isCopied()]).toEqual([null, true]);
});

it('only the latest text counts if it is requested while another is copied', async () => {
  clipboard.send({ type: 'copy.requested', text: 'one' });
  clipboard.send({ type: 'copy.requested', text: 'two' });
  await settle();
  expect(written.at(-1)).toBe('two');
  expect(isCopied()).toBe(true);
});
