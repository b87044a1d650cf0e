import type { BrowserContext } from '@playwright/test';

/** R5.10: waits until a button clicked less than 300 ms ago accepts clicks again. */
export async function pressLikeAPerson(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const pause = 320;
    const nextPress = new WeakMap<Element, number>();
    addEventListener(
      'click',
      (event) => {
        const button = event.isTrusted && event.target instanceof Element && event.target.closest('button');
        if (!button) return;
        const now = performance.now();
        const due = Math.max(now, nextPress.get(button) ?? now);
        nextPress.set(button, due + pause);
        if (due === now) return;
        event.stopImmediatePropagation();
        event.preventDefault();
        setTimeout(() => button.click(), due - now);
      },
      { capture: true },
    );
  });
}
