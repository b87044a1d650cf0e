import { clipboardMachine } from '#machines/clipboard/clipboard.machine.ts';
import { implement } from '#machines/kit/implement.ts';

/** `writeText` may reject or throw: browsers have no clipboard without HTTPS. */
export function provideClipboard(writeText: (text: string) => Promise<void>): typeof clipboardMachine {
  return implement(clipboardMachine, ({ promise }) =>
    promise('writeText', async ({ input }) => writeText(input.text)),
  );
}
