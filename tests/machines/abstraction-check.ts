import { kindOf } from '#flows/explore-by-novelty.ts';
import type { Flow } from '#flows/flow.ts';
import type { ModelEdge, ModelGraph } from '#flows/graph.ts';
import type { ModelState } from '#flows/timed-model.ts';

/** In whatever order delays end, and however long they still wait: pauses grow with what an abstraction leaves out. */
const placeOf = (flow: Flow, state: ModelState) =>
  kindOf(flow, state)
    .split(' & ')
    .map((feature) => (feature.startsWith('waits ') ? feature.replace(/ \d+$/, '') : feature))
    .toSorted()
    .join(', ');

/** What a step shows: answers of guards, names of effects, and to which kind of state it leads. */
function shownBy(flow: Flow, { state }: ModelEdge): string {
  const { taken, refused, effects } = state.trace;
  const answers = [...taken.map(({ id }) => id), ...refused.map((id) => `not ${id}`)];
  return [...answers, ...effects.map(({ kind, name }) => `${kind} ${name}`), placeOf(flow, state)].join(', ');
}

/**
 * Events whose answers differ between states that an abstraction takes for alike: a guard, an effect or the kind of
 * the next state distinguishes these. States that no event distinguishes stay alike however far one goes on.
 * @param whole the same flow, explored without the abstraction
 */
export function wronglyJoined(flow: Flow, whole: ModelGraph): string[] {
  const known = new Map<string, string>();
  const wrong = new Map<string, string>();
  for (const { state, edges } of whole.nodes) {
    const kind = kindOf(flow, state);
    for (const edge of edges) {
      const key = `${edge.event.key} in ${kind}`;
      const text = shownBy(flow, edge);
      const before = known.get(key) ?? text;
      known.set(key, before);
      if (text !== before) wrong.set(key, `${key}: ${before}, but also: ${text}`);
    }
  }
  return [...wrong.values()];
}
