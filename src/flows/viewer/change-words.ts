import { guardWords } from '../chart/chart-words.ts';
import type { Change } from '../diff/compare.ts';
import type { Flow } from '../flow.ts';
import { allTransitions } from '../transitions.ts';
import { pathWords, words } from '../words.ts';
import { boxPathWords, transitionLine } from './state-words.ts';

const idParts = /^(?<source>\S+) --(?<event>.+?)#\d+(?:\[(?<guard>.+)\])?--> (?<targets>.+)$/;

const stateWords = (id: string) => pathWords(id.split('.').slice(1));

function goneWords(id: string): string {
  const { source = id, event = '', guard, targets = '' } = idParts.exec(id)?.groups ?? {};
  const goal = targets === '(stays)' ? 'it stays' : targets.split(', ').map(stateWords).join(' and ');
  return `${stateWords(source)}: ${words(event)}${guard ? `, if ${guardWords(guard)}` : ''} → ${goal}`;
}

export function changeWords(flow: Flow, { what, id }: Change): string {
  switch (what) {
    case 'state':
      return `State “${stateWords(id)}”`;
    case 'delay':
      return `Delay “${words(id)}”`;
    case 'transition': {
      const transition = allTransitions(flow.machine).find((one) => one.id === id);
      return transition ? `${boxPathWords(transition.source)}: ${transitionLine(transition)}` : goneWords(id);
    }
  }
}

/** Names of the code as words. */
export const detailWords = ({ details }: Change): string[] =>
  details.map((detail) => detail.replace(/\b[a-z]+(?:[A-Z][a-z\d]*)+\b/g, words));
