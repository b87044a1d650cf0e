import type { ModelStart } from '../model-graph.ts';
import { activeNodes, leavesOf } from '../selection.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import type { ModelPath } from '../tour.ts';
import { stateId } from '../transitions.ts';
import { duration, sentence } from '../words.ts';

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What to do, as an instruction. */
export function eventWords(event: ModelEvent): string {
  return event.type === 'wait' ? `Wait ${duration(event.milliseconds)}` : capitalised(event.name);
}

/** Title of the active states, outer before inner, regions joined by "and". */
export function stateTitle(state: ModelState): string {
  return leavesOf(activeNodes(state.machine))
    .map((leaf) => leaf.path.map(sentence).join(' › '))
    .join(' and ');
}

/** What can be seen in a state: the descriptions on the way to every active leaf, each once. */
export function stateDescription(state: ModelState): string {
  const descriptions = activeNodes(state.machine)
    .filter((node) => node.parent)
    .toSorted((one, two) => one.order - two.order)
    .map(({ description }) => description?.trim() ?? '')
    .filter(Boolean);
  return [...new Set(descriptions)].join(' ');
}

/** Ids of the active leaf states. */
export function leafIds(state: ModelState): string[] {
  return leavesOf(activeNodes(state.machine)).map(stateId);
}

/** Where a path begins and ends, in words. */
export function pathTitle(path: ModelPath): string {
  const end = path.edges.at(-1)?.state ?? path.start.state;
  return `${capitalised(path.start.scenario)}, until: ${stateTitle(end)}`;
}

/** The start of a path, in words. */
export function startWords(start: ModelStart): string {
  return capitalised(start.scenario);
}
