import type { FlowAnalysis } from '../analysis.ts';
import { digest } from '../digest.ts';
import type { ModelEdge } from '../graph.ts';
import { recordOf, stableJson } from '../stable-json.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import { reachedJson } from './paths-json.ts';

type Json = Readonly<Record<string, unknown>>;

const longest = 40;

const mark = (text: string) => digest(text).replace('.', '').slice(0, 8);

/** In place of a transition's id, which the file lists once. */
export function transitionMark(id: string): string {
  return mark(id).slice(0, 6);
}

/** What is longer than a line is known again, but not kept. */
export function shortened(value: unknown): unknown {
  const text = stableJson(value) ?? 'undefined';
  return text.length <= longest ? value : `#${mark(text)}`;
}

export function isShortened(value: unknown): boolean {
  return typeof value === 'string' && /^#[\da-z]{8}$/.test(value);
}

export function effectText(effect: unknown): string {
  const { kind, name, ...more } = recordOf(effect);
  const given = Object.values(more)[0];
  return `${String(kind)} ${String(name)}${given === undefined ? '' : ` ${stableJson(given)}`}`;
}

export function shortText(text: string): string {
  const [head = '', name = ''] = text.split(' ');
  return text.length <= longest ? text : `${head} ${name} #${mark(text)}`.slice(0, 2 * longest);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a step reaches, without what is too long to keep. */
export function shortReached(reached: Json): Json {
  const { takes, refuses, effects, context, ...rest } = reached;
  return {
    ...(takes ? { takes: listOf(takes).map((id) => transitionMark(String(id))) } : {}),
    ...(refuses ? { refuses: listOf(refuses).map((id) => transitionMark(String(id))) } : {}),
    ...(effects ? { effects: listOf(effects).map((effect) => shortText(effectText(effect))) } : {}),
    ...(context
      ? {
          context: Object.fromEntries(
            Object.entries(recordOf(context)).map(([key, value]) => [key, shortened(value)]),
          ),
        }
      : {}),
    ...rest,
    ...('output' in rest ? { output: shortened(rest.output) } : {}),
  };
}

function cause(event: ModelEvent): Json {
  if (event.type === 'wait') return { wait: event.milliseconds };
  if (event.type === 'user') return { user: event.name, event: event.event.type };
  const id = event.id === event.actor ? {} : { id: event.id };
  return { actor: event.actor, ...id, outcome: event.name };
}

function step({ event, state }: ModelEdge, before: ModelState): Json {
  const { assumes } = event;
  return { ...cause(event), ...(assumes ? { assumes } : {}), ...shortReached(reachedJson(state, before)) };
}

/** The paths for the repository: enough to walk them again and to name what differs; one step per line. */
export function goldenJson({ flow, transitions, tours }: FlowAnalysis): string {
  const lines = (items: readonly unknown[]) => items.map((item) => `\n    ${stableJson(item)}`).join(',');
  const paths = tours.map(({ start, edges }, index) =>
    [
      `  {"id":${stableJson(`${flow.name}/${index + 1}`)},"scenario":${stableJson(start.scenario)},` +
        `"start":${stableJson(shortReached(reachedJson(start.state, undefined)))},"steps":[`,
      `${lines(edges.map((edge, at) => step(edge, edges[at - 1]?.state ?? start.state)))}]}`,
    ].join(''),
  );
  return (
    `{"flow":${stableJson(flow.name)},"transitions":[${lines(transitions.map(({ id }) => id))}],` +
    `"paths":[\n${paths.join(',\n')}\n]}\n`
  );
}
