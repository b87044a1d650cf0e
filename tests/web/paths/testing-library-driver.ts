import { fireEvent, queryAllByLabelText } from '@testing-library/react';
import { isUsable, look, visibleControls } from '#tests/support/screens/page-eyes.ts';
import type { Control, ScreenDriver } from '#tests/support/screens/screen.ts';

function usable(control: Control): HTMLElement {
  const found = visibleControls(control).filter(isUsable);
  if (found.length !== 1) {
    throw new Error(`There are ${found.length} usable elements ${control.role} "${String(control.name)}".`);
  }
  return found[0]!;
}

function field(label: string): HTMLElement {
  const [found] = queryAllByLabelText(document.body, label);
  if (!found) throw new Error(`There is no field "${label}".`);
  return found;
}

/** What the pointer is over, and what has caught it. */
let under: Element = document.body;
let caught: Element | null = null;

/** jsdom has no places, so that a pointer is where the test says. */
export function openPointer(): void {
  document.elementFromPoint = () => under;
  Element.prototype.scrollBy = () => {};
  HTMLElement.prototype.setPointerCapture = function setPointerCapture() {
    caught = this;
  };
}

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
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  },
  point: async (control) => {
    under = usable(control);
    fireEvent.pointerMove(caught ?? under);
  },
  hold: async () => {
    fireEvent.pointerDown(under, { button: 0 });
  },
  letGo: async () => {
    fireEvent.pointerUp(caught ?? under);
    caught = null;
  },
  look: async ({ questions }) => look(questions),
  sees: async (sight) => look([{ sees: sight }])[0]!,
  offers: async (control) => look([{ offers: control }])[0]!,
};
