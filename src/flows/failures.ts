import { briefText, freshText } from './canonical-text.ts';
import { codeFor, examplesOf } from './examples.ts';
import type { ModelGraph, ModelNode } from './graph.ts';
import { canFail } from './inert/actor-kinds.ts';
import { recordOf } from './stable-json.ts';
import { answer } from './timed-model.ts';
import { shortestWays, type Way, wayWords } from './ways.ts';
import { stateValueWords } from './words.ts';

class Findings {
  readonly #found = new Map<string, string>();

  add(words: string, way: string): void {
    if (!this.#found.has(words)) this.#found.set(words, `${words}, after: ${way}`);
  }

  all(): string[] {
    return [...this.#found.values()];
  }
}

/** Of a machine that starts in no scenario: the reason, once, and what to write. */
export function startProblems({ starts, model: { flow } }: ModelGraph): string[] {
  const reasons = new Set(starts.map(({ state }) => state.failure));
  const { input } = examplesOf(flow.machine);
  const advice =
    input === undefined
      ? ''
      : `. It reads its input: give scenarios such as { name: 'Start', input: ${codeFor(input.filled)} }`;
  return [...reasons].map((reason) => `the machine fails at the start: ${reason}${advice}`);
}

function stops({ graph, ways, findings }: Search): void {
  for (const { scenario, state } of graph.starts) {
    if (state.failure !== undefined)
      findings.add(`the machine fails at the start: ${state.failure}`, scenario);
  }
  for (const [{ state }, way] of ways) {
    if (state.failure !== undefined && way.edge) {
      findings.add(`the machine stops with an error: ${state.failure}`, wayWords(way));
    }
  }
}

function undeclaredFailures({ graph: { model }, ways, findings }: Search): void {
  const tried = new Set<string>();
  for (const [{ state }, way] of ways) {
    for (const { id, actor, kind } of state.running) {
      const isDeclared = model.outcomesOf(actor, kind).some(({ type }) => type === 'error');
      if (isDeclared || !canFail(kind)) continue;
      const place = `${id} in ${state.place.index}`;
      if (tried.has(place)) continue;
      tried.add(place);
      const outcome = { name: 'fails', type: 'error', error: new Error(`${actor} failed`) } as const;
      const next = model.next(state, answer({ id, actor }, outcome));
      if (next.failure !== undefined) {
        findings.add(
          `nothing handles that the actor "${actor}" fails, which is not declared either`,
          wayWords(way),
        );
      }
    }
  }
}

/** Code that mutates the context changes states that the model has already visited. */
function changesInPlace({ ways, findings }: Search): void {
  const known = new Map<unknown, boolean>();
  const texts = new Map<object, string>();
  const isChanged = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return false;
    const changed = known.get(part) ?? freshText(part, texts) !== briefText(part);
    known.set(part, changed);
    return changed;
  };
  for (const [{ state, context: before }, way] of ways) {
    const context: unknown = state.machine.context;
    const now = recordOf(context);
    const parts = Object.keys({ ...before, ...now }).filter(
      (key) => !Object.is(now[key], before[key]) || isChanged(now[key]),
    );
    const isPlain = Object.getPrototypeOf(context) === Object.prototype;
    if (parts.length === 0 && (isPlain || !isChanged(context))) continue;
    findings.add(
      `what happens in ${stateValueWords(state.machine.value)} changes ${parts.join(', ') || 'the context'} in place instead of assigning a new value`,
      wayWords(way),
    );
  }
}

interface Search {
  graph: ModelGraph;
  ways: Map<ModelNode, Way>;
  findings: Findings;
}

/** Each by name and with the shortest path to it. */
export function failureProblems(graph: ModelGraph): string[] {
  const search: Search = { graph, ways: shortestWays(graph), findings: new Findings() };
  stops(search);
  undeclaredFailures(search);
  changesInPlace(search);
  return search.findings.all();
}
