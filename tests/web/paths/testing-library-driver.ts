import { fireEvent, queryAllByLabelText, queryAllByRole } from '@testing-library/react';
import type { Control, Role, ScreenDriver, Sight } from '#tests/support/screens/screen.ts';

const page = () => document.body;

/** Elements that may have a role; the library's own look at every element takes most of the time of a path. */
const selectors: Readonly<Record<Role, string>> = {
  alert: '[role=alert]',
  button: 'button',
  dialog: 'dialog',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  progressbar: '[role=progressbar], progress',
  radio: 'input[type=radio]',
  status: '[role=status]',
  tab: '[role=tab]',
};

/** Without style sheets, as in jsdom, nothing else hides an element. */
const isHidden = (element: Element) =>
  element.closest('[hidden], [aria-hidden=true], dialog:not([open])') !== null;

const ofRole = (role: Role) =>
  [...page().querySelectorAll<HTMLElement>(selectors[role])].filter((element) => !isHidden(element));

const textOf = (element: HTMLElement) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const contains = (content: string, text: string | RegExp) =>
  typeof text === 'string' ? content.includes(text) : text.test(content);

function mayBeNamed(element: HTMLElement, name: string | RegExp): boolean {
  const [label] = (element as HTMLInputElement).labels ?? [];
  return [element.getAttribute('aria-label') ?? '', textOf(label ?? element)].some((text) =>
    contains(text, name),
  );
}

function isUsable(element: HTMLElement): boolean {
  return !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true';
}

/** The library has the last word on role and name. */
function visible({ role, name }: Control): HTMLElement[] {
  return ofRole(role).filter(
    (element) =>
      mayBeNamed(element, name) &&
      queryAllByRole(element.parentElement!, role, { name, hidden: true }).includes(element),
  );
}

function usable(control: Control): HTMLElement {
  const found = visible(control).filter(isUsable);
  if (found.length !== 1) {
    throw new Error(`There are ${found.length} usable elements ${control.role} "${String(control.name)}".`);
  }
  return found[0]!;
}

function isSeen({ role, text, busy }: Sight): boolean {
  if (role === undefined) return contains(textOf(page()), text);
  return ofRole(role).some(
    (element) =>
      (contains(textOf(element), text) || contains(element.getAttribute('aria-label') ?? '', text)) &&
      (busy === undefined || (element.getAttribute('aria-busy') === 'true') === busy),
  );
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
