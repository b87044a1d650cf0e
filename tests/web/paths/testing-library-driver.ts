import { fireEvent, isInaccessible, queryAllByLabelText, queryAllByRole } from '@testing-library/react';
import type { Control, ScreenDriver, Sight } from '#tests/support/screens/screen.ts';

const page = () => document.body;

function isUsable(element: HTMLElement): boolean {
  return !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true';
}

/** Looking first and asking for visibility after is several times faster than the other way round. */
function visible(control: Control): HTMLElement[] {
  return queryAllByRole(page(), control.role, { name: control.name, hidden: true }).filter(
    (element) => !isInaccessible(element),
  );
}

function usable(control: Control): HTMLElement {
  const found = visible(control).filter(isUsable);
  if (found.length !== 1) {
    throw new Error(`There are ${found.length} usable elements ${control.role} "${String(control.name)}".`);
  }
  return found[0]!;
}

const contains = (content: string, text: string | RegExp) =>
  typeof text === 'string' ? content.includes(text) : text.test(content);

function isSeen({ role, text, busy }: Sight): boolean {
  if (role === undefined) return contains(page().textContent ?? '', text);
  return queryAllByRole(page(), role, { hidden: true }).some((element) => {
    const name = element.getAttribute('aria-label') ?? '';
    return (
      (contains(element.textContent ?? '', text) || contains(name, text)) &&
      (busy === undefined || (element.getAttribute('aria-busy') === 'true') === busy) &&
      !isInaccessible(element)
    );
  });
}

function field(label: string): HTMLElement {
  const [found] = queryAllByLabelText(page(), label);
  if (!found) throw new Error(`There is no field "${label}".`);
  return found;
}

/** Hands and eyes on a page in jsdom. */
export const testingLibraryDriver: ScreenDriver = {
  click: async (control) => {
    fireEvent.click(usable(control));
  },
  fill: async (label, text) => {
    fireEvent.change(field(label), { target: { value: text } });
  },
  chooseFile: async (label, { name, sizeBytes }) => {
    const file = new File([], name);
    Object.defineProperty(file, 'size', { value: sizeBytes });
    const input = field(label) as HTMLInputElement;
    Object.defineProperty(input, 'files', { configurable: true, value: [file] });
    fireEvent.change(input);
  },
  press: async (key) => {
    fireEvent.keyDown(document.activeElement ?? page(), { key });
  },
  sees: async (sight) => isSeen(sight),
  offers: async (control) => visible(control).some(isUsable),
};
