import { goal, goalsOf, goalsOfEdge } from '../goals.ts';
import type { ModelEdge } from '../graph.ts';
import { present } from '../present.ts';
import { activeNodes, leavesOf } from '../selection.ts';
import type { ModelState } from '../timed-model.ts';
import type { ModelPath } from '../tour.ts';
import { sentence } from '../words.ts';
import { eventWords, startWords, stateTitle } from './step-words.ts';

/** What no other path says counts most, then what people do. */
function weight(met: string, edge: ModelEdge): number {
  return weightOfGoal(met, edge) + (edge.event.type === 'user' ? 0.5 : 0);
}

function weightOfGoal(met: string, edge: ModelEdge): number {
  if (edge.state.trace.taken.some(({ id }) => met === goal.transition(id)) || / refused$/.test(met)) {
    return 4;
  }
  if (/^(case|outcome) /.test(met)) {
    return 3;
  }
  return / changes /.test(met) ? 1 : 2;
}

function before(path: ModelPath, index: number): ModelState {
  return path.edges[index - 1]?.state ?? path.start.state;
}

function shortTitle(state: ModelState, other: ModelState): string {
  const leaves = leavesOf(activeNodes(state.machine));
  const rest = new Set(leavesOf(activeNodes(other.machine)));
  const own = leaves.filter((leaf) => !rest.has(leaf));
  return (own.length > 0 ? own : leaves)
    .toSorted((one, two) => one.order - two.order)
    .map(({ path }) => path.slice(-2).map(sentence).join(' › '))
    .join(', ');
}

function stepTitle(path: ModelPath, index: number): string {
  const { event, state } = present(path.edges[index], `step ${index + 1}`);
  const was = before(path, index);
  const from = stateTitle(was);
  const isSame = stateTitle(state) === from;
  const last = path.edges[index - 1];
  // The step has changed the context, and so what happens now.
  const isPrepared =
    last !== undefined && last.event.type !== 'wait' && stateTitle(before(path, index - 1)) === from;
  const prepared = isPrepared ? ` after “${last.event.name}”` : '';
  const stays = state.trace.taken.length === 0 ? ': nothing changes' : '';
  const result = isSame ? stays : ` → ${shortTitle(state, was)}`;
  // Nothing that may change while the goal stays, such as a duration.
  const what = event.type === 'wait' ? 'Wait' : eventWords(event);
  return `${what}${prepared}, in ${shortTitle(was, state)}${result}`;
}

function tellingSteps(path: ModelPath, meetings: ReadonlyMap<string, number>): number[] {
  const scores = path.edges.map((edge) =>
    Math.max(0, ...goalsOfEdge(edge).map((met) => (meetings.get(met) === 1 ? weight(met, edge) : 0))),
  );
  return path.edges
    .map((_, index) => index)
    .toSorted((one, two) => (scores[two] ?? 0) - (scores[one] ?? 0) || two - one);
}

/** What each path does that the others do not, all different. @param parts how many steps a title mentions */
export function pathTitles(paths: readonly ModelPath[], parts = 1): string[] {
  const meetings = new Map<string, number>();
  for (const { start, edges } of paths) {
    for (const met of new Set([...goalsOf(start.state.trace), ...edges.flatMap(goalsOfEdge)])) {
      meetings.set(met, (meetings.get(met) ?? 0) + 1);
    }
  }
  const steps = paths.map((path) => tellingSteps(path, meetings));
  const titleOf = (path: ModelPath, index: number, count: number) => {
    const told = present(steps[index], 'steps of the path')
      .slice(0, count)
      .toSorted((one, two) => one - two);
    const title = told.map((step) => stepTitle(path, step)).join('; ');
    return title || startWords(path.start);
  };
  const longest = Math.max(0, ...paths.map(({ edges }) => edges.length));
  let titles = paths.map((path, index) => titleOf(path, index, parts));
  for (let count = parts + 1; count <= longest && new Set(titles).size < titles.length; count += 1) {
    const isRepeated = (title: string) => titles.filter((other) => other === title).length > 1;
    titles = paths.map((path, index) => {
      const title = titles[index] ?? '';
      return isRepeated(title) ? titleOf(path, index, count) : title;
    });
  }
  return titles;
}
