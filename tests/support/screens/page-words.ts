import type { PageWords } from '#flows/export/script-words.ts';
import { addressOf, type Control, type FlowScreen, isGesture, type Sight } from './screen.ts';
import { controlOf, excuseFor, isIn, keyOf } from './walk-path.ts';

/** A pattern as a person reads it: without anchors and escapes, what varies as "…". */
function textOf(text: string | RegExp): string {
  if (typeof text === 'string') return text;
  return text.source
    .replace(/^\^|\$$/g, '')
    .replace(/\(\?:/g, '(')
    .replace(/(?:\.|\[[^\]]*\]|\\[dwsS])[*+]\??/g, '…')
    .replace(/\\(.)/g, '$1')
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(/\|/g, ' / ');
}

const named = (role: string | undefined, text: string | RegExp) =>
  `${role === undefined ? '' : `${role} `}“${textOf(text)}”`;

const controlWords = ({ role, name }: Control) => named(role, name);

const sightWords = ({ role, text, busy }: Sight) => `${named(role, text)}${busy ? ', busy' : ''}`;

/** What a tester presses and sees on the page of a flow: the same that its paths press and look for. */
export const pageWords = (screen: FlowScreen): PageWords => ({
  // Without the ids of the made-up server.
  addressOf: (input) => addressOf(screen, input).replace(/[?#].*/, ''),
  pressed({ event, name }, before) {
    const way = screen.gestures[keyOf(screen, { event, name })];
    if (way === undefined || excuseFor(screen, event, before)) return undefined;
    return isGesture(way) ? controlWords(controlOf(way, event, before)) : way.noGesture;
  },
  seen: ({ machine }) => [
    ...new Set(
      screen.promises
        .filter((promised) => isIn(machine, promised.in))
        .flatMap((promised) => promised.sees?.(machine) ?? [])
        .map(sightWords),
    ),
  ],
});
