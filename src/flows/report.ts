import type { ChartStructure } from './diff/structure.ts';
import { eventWords, leafIds } from './export/step-words.ts';
import type { Flow } from './flow.ts';
import type { ModelEdge, ModelGraph, ModelNode, ModelStart } from './graph.ts';
import { recordOf } from './stable-json.ts';
import type { ModelEvent, ModelState } from './timed-model.ts';
import type { ModelPath } from './tour.ts';
import { allTransitions, type ChartTransition, stateId } from './transitions.ts';
import { pathTo, shortestWays } from './ways.ts';

/** What a running flow did, in names of its chart. */
export interface ReportStep {
  /** The machine's id. */
  readonly flow: string;
  readonly actor: string;
  readonly event: string;
  /** Paths of leaves, without the machine's id; before and after. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Of a failure. */
  readonly code?: string | undefined;
  readonly times: number;
}

export interface Followed {
  /** Up to where chart and report part, and the step by which they do. */
  path: ModelPath;
  /** By place in the path, what a reported step may have been: its own event, and others that lead to the same reported states. */
  meant: ReadonlyMap<number, readonly ModelEvent[]>;
  parting?: {
    step: ReportStep;
    /** Counted from 1. */
    at: number;
    /** Where the chart leads instead. */
    expected: readonly (readonly string[])[];
  };
  /** Too many ways lead here to follow all: steps may have been more than `meant` says. */
  isCut?: boolean;
  /** The step, counted from 1, to which none of the ways leads that were kept; there were too many. */
  lostAt?: number;
}

/** Of ways that a report allows: more would take too long. */
const mostWays = 300;

/** No text that a user wrote, and none that is code. */
const name = /^[\w.:*() -]{1,160}$/;

const isName = (value: unknown): boolean => typeof value === 'string' && name.test(value);

const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 12 && value.every(isName);

/** Whether a page could have written it. */
export function isReportStep(value: unknown): value is ReportStep {
  const { flow, actor, event, from, to, code = 'none', times } = recordOf(value);
  return (
    [flow, actor, event, code].every(isName) &&
    areNames(from) &&
    areNames(to) &&
    Number.isInteger(times) &&
    Number(times) > 0
  );
}

/** Whether it can be the id of feedback. */
export const isReportId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,80}$/.test(value);

/** The last reported step: its place among the edges, and by key what it may have been. */
interface Told {
  at: number;
  meant: ReadonlyMap<string, ModelEvent>;
  before: Told | undefined;
}

/** One of the ways that lead to a state, and what its steps may have been on any of them. */
interface Reach {
  start: ModelStart;
  edges: readonly ModelEdge[];
  told: Told | undefined;
}

type Reached = Map<ModelNode, Reach>;

/** Of two ways for the same steps the first, which may also have been the other. */
function joined(one: Told | undefined, two: Told | undefined): Told | undefined {
  if (!one || !two || one === two) return one;
  const before = joined(one.before, two.before);
  const isKnown = [...two.meant.keys()].every((key) => one.meant.has(key));
  if (isKnown && before === one.before) return one;
  return { at: one.at, meant: isKnown ? one.meant : new Map([...one.meant, ...two.meant]), before };
}

/** @returns the way that is kept, if it is new or may now have been more */
function reach(reached: Reached, node: ModelNode, way: Reach): Reach | undefined {
  const known = reached.get(node);
  const kept = known ? { ...known, told: joined(known.told, way.told) } : way;
  if (known && kept.told === known.told) return undefined;
  reached.set(node, kept);
  return kept;
}

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

const keyOf = (leaves: readonly string[]) => leaves.toSorted().join(' ');

const underRoot = (id: string) => id.slice(id.indexOf('.') + 1);

function leavesOf(state: ModelState): string[] {
  return leafIds(state).map(underRoot);
}

const changesNothing = ({ state }: ModelEdge) => state.trace.taken.length === 0;

function typeOf(event: ModelEvent): string {
  if (event.type === 'user') return event.event.type;
  if (event.type === 'wait') return 'xstate.after.';
  const { outcome } = event;
  return outcome.type === 'emits' ? outcome.event.type : `xstate.${outcome.type}.actor.${event.id}`;
}

function isCausedBy({ event, state }: ModelEdge, { event: type }: ReportStep): boolean {
  return event.type === 'wait'
    ? type.startsWith('xstate.after.') && state.trace.taken.length > 0
    : typeOf(event).replace(ids, '*') === type;
}

/** Time may pass without anything to see. */
function rested(reached: Reached, graph: ModelGraph): Reached {
  const all: Reached = new Map(reached);
  const open = [...reached];
  for (const [node, way] of open) {
    for (const edge of graph.edgesFrom(node)) {
      if (edge.event.type === 'wait' && changesNothing(edge) && edge.to !== node) {
        const kept = reach(all, edge.to, { ...way, edges: [...way.edges, edge] });
        if (kept) open.push([edge.to, kept]);
      }
    }
  }
  return all;
}

function beginning(graph: ModelGraph, step: ReportStep): Reached {
  if (step.event === 'xstate.init') {
    const starts = graph.starts.filter(({ state }) => keyOf(leavesOf(state)) === keyOf(step.to));
    return new Map(starts.map((start) => [start.node, { start, edges: [], told: undefined }]));
  }
  const wanted = keyOf(step.from);
  return new Map(
    [...shortestWays(graph)].flatMap(([node, way]) => {
      if (keyOf(leavesOf(node.state)) !== wanted) return [];
      const path = pathTo(graph, node, way);
      return path ? [[node, { ...path, told: undefined }] as const] : [];
    }),
  );
}

/** Whether a failure is the declared outcome with this code, or one that the flow treats alike. */
function hasCode({ event }: ModelEdge, code: string, { alike }: Flow): boolean {
  if (event.type !== 'actor' || event.outcome.type !== 'error') return false;
  const { actor, outcome } = event;
  return recordOf(outcome.error).code === code || alike?.[actor]?.[outcome.name]?.includes(code) === true;
}

/** The steps of the chart that the report may mean: those of its failure's code, if any outcome has it. */
function meantBy(edges: readonly ModelEdge[], step: ReportStep, flow: Flow): readonly ModelEdge[] {
  const caused = edges.filter((edge) => isCausedBy(edge, step));
  const { code } = step;
  const named = code === undefined ? [] : caused.filter((edge) => hasCode(edge, code, flow));
  return named.length > 0 ? named : caused;
}

function after(reached: Reached, step: ReportStep, graph: ModelGraph): { next: Reached; others: Reached } {
  const next: Reached = new Map();
  const others: Reached = new Map();
  for (const [node, { start, edges, told }] of rested(reached, graph)) {
    for (const edge of meantBy(graph.edgesFrom(node), step, graph.model.flow)) {
      const isReported = keyOf(leavesOf(edge.state)) === keyOf(step.to);
      const meant = new Map([[edge.event.key, edge.event]]);
      const own = { at: edges.length, meant, before: told };
      reach(isReported ? next : others, edge.to, { start, edges: [...edges, edge], told: own });
    }
  }
  return { next, others };
}

/** The shortest of the ways, which may also have been each other. */
function shortest(reached: Reached): Pick<Followed, 'path' | 'meant'> | undefined {
  const ways = [...reached.values()].toSorted((one, two) => one.edges.length - two.edges.length);
  const [first, ...others] = ways;
  if (!first) return undefined;
  const { start, edges } = first;
  const meant = new Map<number, readonly ModelEvent[]>();
  let step = others.reduce((told, other) => joined(told, other.told), first.told);
  for (; step; step = step.before) meant.set(step.at, [...step.meant.values()]);
  return { path: { start, edges }, meant };
}

/**
 * Follows the steps of one running flow on its chart, in every way that they allow: a report has no
 * contents of events, so each declared case counts that leads to the states which came, and for failures only cases with its code. @returns undefined if its first state is unknown
 */
export function followReport(graph: ModelGraph, steps: readonly ReportStep[]): Followed | undefined {
  const lived = steps.filter(({ event }) => event !== 'xstate.stop');
  const [first] = lived;
  let reached = first ? beginning(graph, first) : undefined;
  if (!reached || reached.size === 0) return undefined;
  let hasAllWays = true;
  for (const [index, step] of lived.entries()) {
    if (step.event === 'xstate.init') {
      reached = index === 0 ? reached : beginning(graph, step);
      continue;
    }
    for (let time = 0; time < Math.min(step.times, 20); time += 1) {
      const { next, others } = after(reached, step, graph);
      if (next.size > 0) {
        hasAllWays &&= next.size <= mostWays;
        reached = new Map([...next].slice(0, mostWays));
        continue;
      }
      const stayed = keyOf(step.from) === keyOf(step.to);
      if (stayed && others.size === 0) break;
      const expected = [...others.keys()].map(({ state }) => leavesOf(state));
      const distinct = [...new Map(expected.map((leaves) => [keyOf(leaves), leaves])).values()];
      const way = shortest(others) ?? shortest(reached);
      if (!hasAllWays) return way && { ...way, lostAt: index + 1 };
      return way && { ...way, parting: { step, at: index + 1, expected: distinct } };
    }
  }
  const way = shortest(reached);
  return way && { ...way, isCut: !hasAllWays };
}

/** A step of a path, and the states one of which must come: paths of leaves or of groups, ` + ` between those of regions. */
export type FixedStep = readonly [step: string, ...oneOf: string[]];

const between = ' + ';

/** What a path does, in words that stay when the machine changes. */
export function fixedSteps({ edges }: ModelPath): FixedStep[] {
  return edges.map(({ event, state }) => [event.key, leavesOf(state).join(between)]);
}

function takenIn({ trace }: ModelState, { machine }: Flow): ChartTransition[] {
  const ids = new Set(trace.taken.map(({ id }) => id));
  return allTransitions(machine).filter(({ id }) => ids.has(id));
}

/** The first step that the approved chart does not have, and the states to which it leads instead. */
export function partsFromApproved(
  flow: Flow,
  { edges }: ModelPath,
  { transitions }: ChartStructure,
): { at: number; oneOf: string[] } | undefined {
  for (const [index, { from, state }] of edges.entries()) {
    for (const { source, trigger, targets, guard } of takenIn(state, flow)) {
      const sameCause = transitions.filter(
        (one) => one.source === stateId(source) && JSON.stringify(one.trigger) === JSON.stringify(trigger),
      );
      const leadsTo = targets.map(stateId).join(between);
      if (sameCause.some((one) => one.guard === guard && one.targets.join(between) === leadsTo)) continue;
      const oneOf = sameCause.map((one) => one.targets.map(underRoot).join(between));
      const stays = leavesOf(from.state).join(between);
      return { at: index + 1, oneOf: oneOf.length > 0 ? oneOf.map((one) => one || stays) : [stays] };
    }
  }
  return undefined;
}

function leadsTo(flow: Flow, { state }: ModelEdge, wanted: string): boolean {
  const passed = takenIn(state, flow).flatMap(({ targets }) => targets.map((one) => underRoot(stateId(one))));
  const been = [...leavesOf(state), ...passed];
  return wanted
    .split(between)
    .every((one) => been.some((path) => path === one || path.startsWith(`${one}.`)));
}

/** The path of fixed steps, or at which of them the machine goes another way. */
export function pathOfFixed(
  graph: ModelGraph,
  scenario: string,
  steps: readonly FixedStep[],
): ModelPath | string {
  const start = graph.starts.find((one) => one.scenario === scenario);
  if (!start) return `the machine no longer starts with “${scenario}”`;
  const edges: ModelEdge[] = [];
  for (const [index, [step, ...oneOf]] of steps.entries()) {
    const from = edges.at(-1)?.to ?? start.node;
    const edge = graph.edgesFrom(from).find(({ event }) => event.key === step);
    if (!edge) return `step ${index + 1}: the machine no longer has “${step}”`;
    if (!oneOf.some((wanted) => leadsTo(graph.model.flow, edge, wanted))) {
      const reached = leavesOf(edge.state).join(between);
      return `step ${index + 1} (${eventWords(edge.event)}): expected ${oneOf.join(' or ')}; the machine is in ${reached}`;
    }
    edges.push(edge);
  }
  return { start, edges };
}

/** The steps of each running flow, in order. */
export function stepsByActor(steps: readonly ReportStep[]): ReportStep[][] {
  const actors = new Map<string, ReportStep[]>();
  for (const step of steps) {
    const key = `${step.flow} ${step.actor}`;
    actors.set(key, [...(actors.get(key) ?? []), step]);
  }
  return [...actors.values()];
}
