import type { Locator, Page } from '@playwright/test';
import type { Control, Question, ScreenDriver } from '#tests/support/screens/screen.ts';
import type { Harness } from '../harness/main.tsx';

/** Finds and does things as a person at a browser would. */
export function createChromiumDriver(page: Page, filling: () => number): ScreenDriver {
  const controls = ({ role, name }: Control): Locator =>
    page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) });

  const look = (questions: readonly Question[]) =>
    page.evaluate((asked) => (window as unknown as { harness: Harness }).harness.look(asked), questions);

  return {
    click: (wanted) => controls(wanted).first().click(),
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    chooseFile: (label, { name, sizeBytes }) =>
      page.getByLabel(label, { exact: true }).evaluate(
        (field, file) => {
          // The browser keeps the bytes of every file that was ever made, until it has no room left.
          const made = window as unknown as Record<string, File | undefined>;
          const key = `${file.name}, ${file.sizeBytes} bytes of ${file.filling}`;
          made[key] ??= new File([new Uint8Array(file.sizeBytes).fill(file.filling)], file.name, {
            type: 'audio/mpeg',
            lastModified: 0,
          });
          const chosen = new DataTransfer();
          chosen.items.add(made[key]);
          (field as HTMLInputElement).files = chosen.files;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        { name, sizeBytes, filling: filling() },
      ),
    press: (key) => page.keyboard.press(key),
    look,
    sees: async (sight) => (await look([{ sees: sight }]))[0]!,
    offers: async (control) => (await look([{ offers: control }]))[0]!,
  };
}
