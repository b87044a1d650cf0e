import type { FlowPaths } from '../analysis.ts';
import type { ModelEdge } from '../graph.ts';
import { recordOf, stableJson } from '../stable-json.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import { leafIds } from './step-words.ts';

function doJson(event: ModelEvent): Record<string, unknown> {
  switch (event.type) {
    case 'user':
      return { user: event.name, event: event.event };
    case 'wait':
      return { wait: event.milliseconds };
    case 'actor': {
      const { outcome } = event;
      const answer =
        outcome.type === 'done'
          ? { output: outcome.output }
          : outcome.type === 'error'
            ? { error: outcome.error }
            : { emits: outcome.event };
      const id = event.id === event.actor ? {} : { id: event.id };
      return { actor: event.actor, ...id, outcome: event.name, ...answer };
    }
  }
}

function changedContext(state: ModelState, before: ModelState | undefined): Record<string, unknown> {
  const context = recordOf(state.machine.context);
  const old = recordOf(before?.machine.context);
  return Object.fromEntries(
    Object.entries(context).filter(([key, value]) => !before || stableJson(old[key]) !== stableJson(value)),
  );
}

export function reachedJson(state: ModelState, before: ModelState | undefined): Record<string, unknown> {
  const context = changedContext(state, before);
  const { taken, refused, effects } = state.trace;
  return {
    ...(taken.length > 0 ? { takes: taken.map(({ id }) => id) } : {}),
    ...(refused.length > 0 ? { refuses: refused } : {}),
    ...(effects.length > 0 ? { effects } : {}),
    ...(Object.keys(context).length > 0 ? { context } : {}),
    state: leafIds(state),
    ...(state.status === 'done' ? { ends: true, output: state.output } : {}),
  };
}

function step(edge: ModelEdge, before: ModelState): Record<string, unknown> {
  const { assumes } = edge.event;
  return { ...doJson(edge.event), ...(assumes ? { assumes } : {}), ...reachedJson(edge.state, before) };
}

/** The golden paths, one step per line for reviews. */
export function pathsJson({ flow, transitions, tours }: FlowPaths): string {
  const list = (items: readonly unknown[], indent: string) =>
    items.length === 0
      ? '[]'
      : `[\n${items.map((item) => `${indent}  ${stableJson(item)}`).join(',\n')}\n${indent}]`;
  const paths = tours.map(({ start, edges }, index) => {
    const steps = edges.map((edge, at) => step(edge, edges[at - 1]?.state ?? start.state));
    return [
      '    {',
      `      "id": ${stableJson(`${flow.name}/${index + 1}`)},`,
      `      "scenario": ${stableJson(start.scenario)},`,
      ...(start.input === undefined ? [] : [`      "input": ${stableJson(start.input)},`]),
      `      "start": ${stableJson(reachedJson(start.state, undefined))},`,
      `      "steps": ${list(steps, '      ')}`,
      '    }',
    ].join('\n');
  });
  return [
    '{',
    `  "flow": ${stableJson(flow.name)},`,
    `  "transitions": ${list(
      transitions.map(({ id }) => id),
      '  ',
    )},`,
    ...(flow.exclude?.length ? [`  "excluded": ${list(flow.exclude, '  ')},`] : []),
    `  "paths": [\n${paths.join(',\n')}\n  ]`,
    '}',
    '',
  ].join('\n');
}
