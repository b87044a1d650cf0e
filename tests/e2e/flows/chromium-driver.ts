import type { CDPSession, Page } from '@playwright/test';
import type { ScreenDriver } from '#tests/support/screens/screen.ts';
import type { Harness } from '../harness/main.tsx';

export type CallHarness = <Key extends keyof Harness>(
  name: Key,
  ...given: Parameters<Harness[Key]>
) => Promise<Awaited<ReturnType<Harness[Key]>>>;

/** The browser's own input; its events are trusted. */
const inputs = new WeakMap<Page, Promise<CDPSession>>();

function inputOf(page: Page): Promise<CDPSession> {
  const present = inputs.get(page) ?? page.context().newCDPSession(page);
  inputs.set(page, present);
  return present;
}

/** A click needs the control in the window and uncovered. @param patience in milliseconds */
export async function createChromiumDriver(
  page: Page,
  harness: CallHarness,
  patience: number,
  filling: () => number,
): Promise<ScreenDriver> {
  const input = await inputOf(page);
  return {
    async click(wanted) {
      const end = performance.now() + patience;
      do {
        const place = await harness('aim', wanted, patience);
        const press = { ...place, button: 'left', clickCount: 1 } as const;
        await Promise.all([
          input.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press }),
          input.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press }),
        ]);
        if (await harness('wasHit')) return;
      } while (performance.now() < end);
      throw new Error(`The ${wanted.role} "${String(wanted.name)}" was pressed, but no click came there.`);
    },
    async fill(label, text) {
      const isList = await harness('enter', label, patience);
      if (isList) await page.keyboard.press(text.slice(0, 1));
      else if (text === '') await page.keyboard.press('Delete');
      else await input.send('Input.insertText', { text });
    },
    chooseFile: (label, { name, sizeBytes }) =>
      harness('chooseFile', label, { name, sizeBytes, filling: filling() }, patience),
    press: (key) => page.keyboard.press(key),
    async point(wanted) {
      const { x, y } = await harness('aim', wanted, patience);
      await page.mouse.move(x, y);
    },
    hold: () => page.mouse.down(),
    letGo: () => page.mouse.up(),
    look: (look) => harness('look', look, patience),
    sees: (sight) => harness('asks', { sees: sight }),
    offers: (control) => harness('asks', { offers: control }),
  };
}
