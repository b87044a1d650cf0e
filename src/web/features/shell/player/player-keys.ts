const steps: Readonly<Record<string, number>> = { j: -10, l: 10, ArrowLeft: -5, ArrowRight: 5 };

/** Fields and open dialogs; for arrows, widgets that arrows move in; for space, widgets that it presses. */
const takesText =
  'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog';
const takesArrows = 'input, [role=tab], [role=menu], [role=radiogroup]';
const takesSpace = 'button, a, summary, input, [role=button], [role=tab], [role=menuitem]';

/** Seconds to jump, `toggle`, or null. */
export function playerKey({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>):
  | number
  | 'toggle'
  | null {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return null;
  const isOn = (what: string) => target instanceof Element && target.closest(what) !== null;
  if (isOn(takesText)) return null;
  if (key === ' ') return isOn(takesSpace) ? null : 'toggle';
  if (key.startsWith('Arrow')) return isOn(takesArrows) ? null : (steps[key] ?? null);
  const letter = key.toLowerCase();
  return letter === 'k' ? 'toggle' : (steps[letter] ?? null);
}
