import type { Page } from '@playwright/test';

export type UnpaintedWindow = { unpainted?: CSSStyleSheet };

/** Layout without painting takes a fifth of the time. `PAINTED=1` paints, for screenshots. */
export async function paintNothing(page: Page): Promise<void> {
  if (process.env.PAINTED === '1') return;
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '@media (prefers-reduced-motion: reduce) { :root, dialog, ::backdrop { opacity: 0 !important; } }',
    );
    document.adoptedStyleSheets.push(sheet);
    Object.assign(window, { unpainted: sheet });
  });
}
