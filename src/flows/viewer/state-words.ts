import type { AnyStateNode } from 'xstate';
import { actionWords, conditionWords, whenWords } from '../chart/chart-words.ts';
import type { Flow } from '../flow.ts';
import type { ChartTransition } from '../transitions.ts';
import { capitalised, pathWords } from '../words.ts';

export const boxPathWords = ({ path }: AnyStateNode) => pathWords(path);

export function goalWords({ targets, source }: ChartTransition): string {
  if (targets.length === 0) {
    return 'it stays';
  }
  return targets
    .map((target) => (target === source ? 'it begins again' : boxPathWords(target)))
    .join(' and ');
}

export function transitionWords(transition: ChartTransition): string {
  const when = [whenWords(transition), conditionWords(transition)].filter(Boolean).join(', ');
  return capitalised(`${when} → ${goalWords(transition)}`);
}

/** With what the chart does then. */
export function transitionLine(transition: ChartTransition, names?: Flow['words']): string {
  const does = actionWords(transition.actions, names);
  return `${transitionWords(transition)}${does ? `; does: ${does}` : ''}`;
}
