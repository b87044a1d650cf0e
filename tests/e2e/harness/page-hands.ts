import { isUsable, visibleControls } from '../../support/screens/page-eyes.ts';
import type { Control } from '../../support/screens/screen.ts';
import { pageClock } from './page-clock.ts';

export interface Place {
  x: number;
  y: number;
}

async function untilFound<Found>(find: () => Found | string, patience: number): Promise<Found> {
  const end = pageClock.reallyNow() + patience;
  for (;;) {
    const found = find();
    if (typeof found !== 'string') return found;
    if (pageClock.reallyNow() > end) throw new Error(found);
    await pageClock.reallyWait(1);
  }
}

/** Where within a control people click, as shares of its width; and where it may be in its scroll container. */
const across = [0.5, 0.2, 0.8];
const standings = ['nearest', 'center', 'end', 'start'] as const;

function hitOf(element: HTMLElement, { x, y }: Place): { isHit: boolean; hit: Element | null } {
  const hit = document.elementFromPoint(x, y);
  return { hit, isHit: element.contains(hit) || hit?.closest('label')?.control === element };
}

/** The target, and whether a click has reached it since; listens before the page's own listeners. */
let aimedAt: HTMLElement | null = null;
let wasHit = false;
window.addEventListener(
  'click',
  (event) => {
    if (aimedAt !== null && event.composedPath().includes(aimedAt)) wasHit = true;
  },
  { capture: true },
);

function placeOf(control: Control): Place | string {
  const words = `the ${control.role} "${String(control.name)}"`;
  const element = visibleControls(control).find(isUsable);
  if (element === undefined) return `There is not ${words} to be used.`;
  let over: Element | null = null;
  for (const block of standings) {
    element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    // The middle of a link over two lines may be beside it.
    const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    for (const share of across) {
      const place = { x: x + share * width, y: y + height / 2 };
      const { isHit, hit } = hitOf(element, place);
      if (isHit) {
        aimedAt = element;
        wasHit = false;
        return place;
      }
      over ??= hit;
    }
  }
  return `Over ${words} lies ${over?.outerHTML.slice(0, 120) ?? 'nothing, outside of the window'}.`;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const labelsOf = (field: Field) =>
  [field.getAttribute('aria-label'), ...[...(field.labels ?? [])].map(({ textContent }) => textContent)].map(
    (text) => (text ?? '').replaceAll(/\s+/g, ' ').trim(),
  );

function fieldOf(label: string): Field | string {
  const fields = [...document.querySelectorAll<Field>('input, textarea, select')];
  const [field, ...others] = fields.filter((each) => labelsOf(each).includes(label) && isUsable(each));
  if (field === undefined) return `There is no field "${label}" to be used.`;
  return others.length === 0 ? field : `There is more than one field "${label}".`;
}

/** What a test does on the page before the browser creates the trusted event. */
export const pageHands = {
  /** Where to click to hit a control that nothing covers. */
  aim: (control: Control, patience: number): Promise<Place> => untilFound(() => placeOf(control), patience),
  /** Whether the click reached it: the page may have moved meanwhile. */
  wasHit: (): boolean => wasHit,
  /** Focuses a field and selects all of its text. @returns whether it is a list to choose from */
  async enter(label: string, patience: number): Promise<boolean> {
    const field = await untilFound(() => fieldOf(label), patience);
    field.focus();
    if (field instanceof HTMLSelectElement) return true;
    field.select();
    return false;
  },
  async chooseFile(
    label: string,
    file: { name: string; sizeBytes: number; filling: number },
    patience: number,
  ): Promise<void> {
    const field = (await untilFound(() => fieldOf(label), patience)) as HTMLInputElement;
    const chosen = new DataTransfer();
    chosen.items.add(fileOf(file));
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  },
};

/** The browser keeps the bytes of every file ever made, until it has no room left, so each is made once. */
const made = new Map<string, File>();

function fileOf({ name, sizeBytes, filling }: { name: string; sizeBytes: number; filling: number }): File {
  const key = `${name}, ${sizeBytes} bytes of ${filling}`;
  const present = made.get(key);
  if (present !== undefined) return present;
  const content = new Uint8Array(sizeBytes).fill(filling);
  const file = new File([content], name, { type: 'audio/mpeg', lastModified: 0 });
  made.set(key, file);
  return file;
}
