import { queryAllByRole } from '@testing-library/dom';
import type { Control, Question, Role, Sight } from './screen.ts';

const page = () => document.body;

/** The library looks at every element, which takes most of a path's time. */
const selectors: Readonly<Record<Exclude<Role, 'pointer'>, string>> = {
  alert: '[role=alert]',
  button: 'button',
  checkbox: 'input[type=checkbox]',
  combobox: 'select',
  dialog: 'dialog',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  progressbar: '[role=progressbar], progress',
  radio: 'input[type=radio]',
  status: '[role=status]',
  switch: 'input[role=switch]',
  tab: '[role=tab]',
  textbox: 'input:not([type]), textarea',
};

const hides = (element: Element) =>
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  (element.localName === 'dialog' && !element.hasAttribute('open'));

const isWithinHidden = (element: Element | null): boolean =>
  element !== null && (hides(element) || isWithinHidden(element.parentElement));

/** In jsdom nothing else hides an element, and a selector is slow. */
const isHidden = (element: Element) =>
  isWithinHidden(element) ||
  (typeof element.checkVisibility === 'function' && !element.checkVisibility({ visibilityProperty: true }));

/** While the page is looked at, elements are sought once. */
let found: Map<Role, HTMLElement[]> | null = null;

function ofRole(role: keyof typeof selectors): HTMLElement[] {
  const known = found?.get(role);
  if (known !== undefined) return known;
  const shown = [...page().querySelectorAll<HTMLElement>(selectors[role])].filter(
    (element) => !isHidden(element),
  );
  found?.set(role, shown);
  return shown;
}

const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const contains = (content: string, text: string | RegExp) =>
  typeof text === 'string' ? content.includes(text) : text.test(content);

function mayBeNamed(element: HTMLElement, name: string | RegExp): boolean {
  const [label] = (element as HTMLInputElement).labels ?? [];
  return [element.getAttribute('aria-label') ?? '', textOf(label ?? element)].some((text) =>
    contains(text, name),
  );
}

/** Only the smallest elements with the text: it is not visible around a hidden one. */
function showsText(element: Element, text: string | RegExp): boolean {
  if (!contains(textOf(element), text)) return false;
  const holding = [...element.children].filter((child) => contains(textOf(child), text));
  return holding.length > 0 ? holding.some((child) => showsText(child, text)) : !isHidden(element);
}

export function isUsable(element: HTMLElement): boolean {
  return !element.matches(':disabled, [readonly]') && element.getAttribute('aria-disabled') !== 'true';
}

/** Also what is only shown to a pointer that is near, but nothing behind an open dialog. */
function pointedAt(selector: string): HTMLElement[] {
  const dialog = page().querySelector('dialog[open]');
  return [...(dialog ?? page()).querySelectorAll<HTMLElement>(selector)];
}

export function visibleControls({ role, name, at = '' }: Control): HTMLElement[] {
  if (role === 'pointer') return pointedAt(at);
  return ofRole(role).filter(
    (element) =>
      mayBeNamed(element, name) &&
      queryAllByRole(element.parentElement!, role, { name, hidden: true }).includes(element),
  );
}

function isSeen({ role, text, busy }: Sight): boolean {
  if (role === undefined || role === 'pointer') return showsText(page(), text);
  return ofRole(role).some(
    (element) =>
      (contains(textOf(element), text) || contains(element.getAttribute('aria-label') ?? '', text)) &&
      (busy === undefined || (element.getAttribute('aria-busy') === 'true') === busy),
  );
}

export function look(questions: readonly Question[]): boolean[] {
  found = new Map();
  try {
    return questions.map((question) =>
      'sees' in question ? isSeen(question.sees) : visibleControls(question.offers).some(isUsable),
    );
  } finally {
    found = null;
  }
}
