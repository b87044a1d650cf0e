import type { ModelGraph } from './graph.ts';
import type { Timer } from './timed-model.ts';
import { type ChartTransition, stateId } from './transitions.ts';
import { duration } from './words.ts';

/** A delay of the chart, with how long it was in the paths. */
export interface Wait {
  /** None for milliseconds without a name. */
  delay: string | undefined;
  /** `20 seconds`, `10 seconds to 1 minute`. */
  lasts: string;
  source: string;
  targets: readonly string[];
}

function longWords(times: readonly number[]): string {
  const known = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [];
  return [...new Set(known.map(duration))].join(' to ') || 'not reached';
}

/** By what the timers say that start in its states, because a delay may be computed. */
export function waitsOf({ nodes, starts, model }: ModelGraph): Wait[] {
  const times = new Map<string, Set<number>>();
  const note = (timers: readonly Timer[], before: readonly Timer[]) => {
    for (const { event, remaining } of timers) {
      const known = before.find(({ event: { type } }) => type === event.type);
      if (known && known.remaining >= remaining) continue;
      times.set(event.type, (times.get(event.type) ?? new Set()).add(remaining));
    }
  };
  for (const { state } of starts) note(state.timers, []);
  for (const { state, edges } of nodes) for (const edge of edges) note(edge.state.timers, state.timers);
  const seen = new Set<string>();
  return model.transitions.flatMap((one: ChartTransition): Wait[] => {
    const { source, targets, trigger } = one;
    if (trigger.kind !== 'delay') return [];
    const type = `xstate.after.${trigger.delay}.${source.id}`;
    const key = `${type} ${targets.map(stateId)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      {
        delay: /^\d+$/.test(trigger.delay) ? undefined : trigger.delay,
        lasts: longWords([...(times.get(type) ?? [])]),
        source: stateId(source),
        targets: targets.map(stateId),
      },
    ];
  });
}
