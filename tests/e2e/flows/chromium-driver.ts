import type { Locator, Page } from '@playwright/test';
import type { Control, ScreenDriver, Sight } from '#tests/support/screens/screen.ts';

/** Finds and does things as a person at a browser would. */
export function createChromiumDriver(page: Page): ScreenDriver {
  const controls = ({ role, name }: Control): Locator =>
    page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) });

  return {
    click: (wanted) => controls(wanted).first().click(),
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    chooseFile: (label, { name, sizeBytes }) =>
      page.getByLabel(label, { exact: true }).evaluate(
        (field, file) => {
          const chosen = new DataTransfer();
          chosen.items.add(
            new File([new Uint8Array(file.sizeBytes)], file.name, { type: 'audio/mpeg', lastModified: 0 }),
          );
          (field as HTMLInputElement).files = chosen.files;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        { name, sizeBytes },
      ),
    press: (key) => page.keyboard.press(key),
    async sees({ role, text, busy }: Sight) {
      if (role === undefined) return page.getByText(text).first().isVisible();
      const named = page.getByRole(role, { name: text });
      const holding = page.getByRole(role).filter({ hasText: text });
      let found = named.or(holding);
      if (busy === true) found = found.and(page.locator('[aria-busy="true"]'));
      if (busy === false) found = found.and(page.locator(':not([aria-busy="true"])'));
      return found.first().isVisible();
    },
    offers: (wanted) =>
      controls(wanted).evaluateAll(
        ([first]) => first !== undefined && !first.matches(':disabled, [aria-disabled="true"]'),
      ),
  };
}
