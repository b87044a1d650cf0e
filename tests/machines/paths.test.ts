import { describe, expect, it } from 'vitest';
import { recordOf } from '#contract/unknown-values.ts';
import type { FlowAnalysis } from '#flows/analysis.ts';
import { mainPlaces, mainWays } from '#flows/chart/main-way.ts';
import { goldenJson } from '#flows/export/golden-json.ts';
import { pathTitles } from '#flows/export/path-titles.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { saidAfter } from '#flows/export/script-words.ts';
import { leafIds } from '#flows/export/step-words.ts';
import type { Flow, FlowOutcome } from '#flows/flow.ts';
import { runGherkin } from '#flows/gherkin-steps.ts';
import { declaredGoals, goalsOf, goalsOfEdge, reachableGoals } from '#flows/goals.ts';
import { behaviourChanges } from '#flows/golden.ts';
import type { ModelGraph } from '#flows/graph.ts';
import { invariantProblems } from '#flows/invariants.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { present } from '#flows/present.ts';
import { replay } from '#flows/replay.ts';
import { followReport } from '#flows/report.ts';
import type { ModelPath } from '#flows/tour.ts';
import { catalogue } from '#machines/index.ts';
import { analysisOf } from '#tests/support/analyses.ts';
import { randomWalk } from '#tests/support/random-walk.ts';
import { wronglyJoined } from './abstraction-check.ts';

const analyses = new Map(catalogue.map((flow) => [flow.name, analysisOf(flow)]));

function goalsMetBy(paths: readonly ModelPath[]): Set<string> {
  return new Set(
    paths.flatMap(({ start, edges }) => [...goalsOf(start.state.trace), ...edges.flatMap(goalsOfEdge)]),
  );
}

function withCode(outcome: FlowOutcome, code: string): FlowOutcome {
  const changed = (error: unknown) => ({ ...recordOf(error), code });
  if (outcome.type === 'error') return { ...outcome, error: changed(outcome.error) };
  if (outcome.type !== 'emits' || !('error' in outcome.event))
    throw new Error(`${outcome.name} is no failure`);
  const { error } = outcome.event;
  return { ...outcome, event: { ...outcome.event, ...{ error: changed(error) } } };
}

describe.each(catalogue)('paths of $name', (flow) => {
  const analysis = analyses.get(flow.name) as FlowAnalysis;
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));

  it('take every transition, see every guard pass and fail, and cover every case and outcome', () => {
    const wanted = declaredGoals(flow, analysis.transitions).filter((goal) => !excluded.has(goal));
    for (const paths of [analysis.tours, analysis.scripts.map(({ path }) => path)]) {
      const met = goalsMetBy(paths);
      expect(wanted.filter((goal) => !met.has(goal))).toEqual([]);
    }
  });

  it('happen on the real interpreter as predicted, to the millisecond', () => {
    for (const path of [...analysis.tours, ...analysis.scripts.map(({ path }) => path)]) {
      expect(replay(path, flow.machine)).toEqual([]);
    }
  });

  it('leave no state in which an illegal event changes anything, or a rule is broken', () => {
    expect(analysis.problems.filter((problem) => /^(illegal event|the rule) /.test(problem))).toEqual([]);
    const rules = flow.invariants?.map(({ name }) => name) ?? [];
    expect(new Set(rules).size).toBe(rules.length);
  });

  it('go on as declared after failures that are like others', () => {
    const { model, nodes } = analysis.graph;
    for (const edge of nodes.flatMap(({ edges }) => edges)) {
      const { event } = edge;
      if (event.type !== 'actor') continue;
      for (const code of flow.alike?.[event.actor]?.[event.name] ?? []) {
        const outcome = withCode(event.outcome, code);
        const reached = model.next(edge.from.state, { ...event, outcome });
        expect(reached.machine.value, `${event.key}, ${code}`).toEqual(edge.state.machine.value);
      }
    }
  });

  it('leave nothing unexplained', () => {
    expect(analysis.problems).toEqual([]);
  });

  it('exclude nothing without a reason', () => {
    expect(flow.exclude?.filter(({ reason }) => reason.trim().length < 10) ?? []).toEqual([]);
  });

  it('have a script for every declared goal, which its last step meets, each with a unique title', () => {
    const reached = reachableGoals(analysis.graph);
    const { scripts } = analysis;
    expect(scripts.flatMap(({ goals }) => goals).toSorted()).toEqual(
      declaredGoals(flow, analysis.transitions)
        .filter((each) => reached.has(each))
        .toSorted(),
    );
    const titles = pathTitles(scripts.map(({ path }) => path));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('say what a person sees only of states and actions that a script meets', () => {
    const states = analysis.scripts.flatMap(({ path }) =>
      [path.start, ...path.edges].map(({ state }) => state),
    );
    const isMet = (what: string) =>
      states.some((state) => saidAfter({ ...flow, sees: { [what]: what } }, state).length > 0);
    expect(Object.keys(flow.sees ?? {}).filter((what) => !isMet(what))).toEqual([]);
  });

  it('have a smoke script that walks the whole main way of the chart, in order, goes nowhere else and leaves nothing at work', () => {
    const { path, kind } = present(
      analysis.scripts.find(({ isSmoke }) => isSmoke),
      'smoke script',
    );
    const steps = [path.start, ...path.edges];
    const taken = steps.flatMap(({ state }) => state.trace.taken.map(({ id }) => id));
    const missed = mainPlaces(flow).flatMap(({ by }) => {
      const index = by ? taken.indexOf(by.id) : 0;
      if (by) taken.splice(0, index + 1);
      return by && index < 0 ? by.id : [];
    });
    expect(missed).toEqual([]);
    const groups = [...mainWays(flow).values()].flatMap(({ steps: ways }) => ways);
    const main = new Set([...mainPlaces(flow).map(({ by }) => by), ...groups].map((one) => one?.id));
    const aside = path.edges.flatMap(({ state }) => {
      const ids = state.trace.taken.map(({ id }) => id);
      return ids.some((id) => main.has(id)) ? [] : ids.filter((id) => !id.endsWith('(stays)'));
    });
    expect(aside).toEqual([]);
    expect([kind, present(steps.at(-1), 'step').state.machine.hasTag('busy')]).toEqual(['positive', false]);
  });

  const walkOn = (seeds: readonly number[]) =>
    seeds.flatMap((seed) => {
      const walked = randomWalk(analysis.graph.model, seed, 30);
      return [walked, walked.slice(-10)].flatMap((told) => {
        const followed = followReport(
          analysis.graph,
          told.map(({ step }) => step),
        );
        if (!followed || followed.parting) return [`${seed}: ${JSON.stringify(followed?.parting)}`];
        const meant = [...followed.meant].toSorted(([one], [two]) => one - two);
        return told
          .filter(({ step }) => step.event !== 'xstate.init')
          .flatMap(({ key }, at) =>
            meant[at]?.[1].some((event) => event.key === key) ? [] : `${seed}: ${key}`,
          );
      });
    });
  it('part from no report of what the machine allows, and name its cases among those that it may mean', () => {
    expect(walkOn([1, 2])).toEqual([]);
  });
  it('part from none of forty such reports', { tags: ['everything'] }, () => {
    expect(walkOn(Array.from({ length: 20 }, (_, index) => index + 3))).toEqual([]);
  });

  it('pass as Gherkin, step by step', () => {
    expect(runGherkin(flow, pathsGherkin(analysis))).toEqual([]);
  });
});

/** Whose contexts hold positions or texts that grow without end: a part of their whole graph must do. */
const endless = new Map([
  ['recording', 'each mark has a moment'],
  ['player', 'the sound begins at any moment'],
  ['name-list', 'each file adds its names to the list'],
]);

const wholeLimit = 20_000;
/** The first of a whole graph, so few that all flows are cheap, so many that each part left out below is named. */
const firstStates = 200;
const beginnings = new Map<Flow, ModelGraph>();

function beginningOf(whole: Flow): ModelGraph {
  const graph = beginnings.get(whole) ?? exploreModel(whole, firstStates);
  beginnings.set(whole, graph);
  return graph;
}

const abstracted = catalogue.flatMap(({ abstraction, ...whole }) =>
  abstraction ? [{ whole, abstraction }] : [],
);

/** In which leaves which event meets which answers of guards, and where it leads. */
function answersOf({ nodes, model }: ModelGraph): Set<string> {
  const guarded = new Set(model.transitions.flatMap(({ id, guard }) => (guard === undefined ? [] : [id])));
  return new Set(
    nodes.flatMap(({ state: before, edges }) =>
      edges.flatMap(({ event, state }) => {
        const { taken, refused } = state.trace;
        const answers = [
          ...taken.flatMap(({ id }) => (guarded.has(id) ? [id] : [])),
          ...refused.map((id) => `not ${id}`),
        ];
        return answers.length === 0
          ? []
          : [`${leafIds(before)} ${event.key}: ${answers} → ${leafIds(state)}`];
      }),
    ),
  );
}

it.each(abstracted)(
  'an abstraction loses no answer of a guard in any state: $whole.name',
  { tags: ['everything'] },
  ({ whole, abstraction }) => {
    const flow = { ...whole, abstraction };
    const graph = exploreModel(whole, endless.has(whole.name) ? undefined : wholeLimit);
    expect(graph.complete).toBe(!endless.has(whole.name));
    expect(invariantProblems(graph)).toEqual([]);
    const explored = exploreModel(flow);
    const [goals, reached] = [reachableGoals(graph), reachableGoals(explored)];
    const lost = [...goals].filter((goal) => goal.includes(' --') && !reached.has(goal));
    expect(lost.filter((goal) => !endless.has(whole.name) || !goal.includes(' changes '))).toEqual([]);
    const joined = answersOf(explored);
    expect([...answersOf(graph)].filter((answer) => !joined.has(answer))).toEqual([]);
    expect(wronglyJoined(flow, graph)).toEqual([]);
  },
);

it.each(abstracted)(
  'an abstraction joins no two of the first states that an event distinguishes: $whole.name',
  ({ whole, abstraction }) => {
    expect(wronglyJoined({ ...whole, abstraction }, beginningOf(whole))).toEqual([]);
  },
);

it.each([
  ['incoming-recording', 'problem'],
  ['name-correction', 'chosen'],
  ['notes-model', 'model'],
  ['notes-model', 'mayFetch'],
  ['older-notes', 'chosen'],
  ['recap-collection', 'recaps'],
  ['checkout', 'hasChoice'],
  ['campaign-search', 'recent'],
  ['transcript-editing', 'isSpeakerChanged'],
  ['share-link', 'campaignPage'],
  ['subscription', 'credited'],
])('an abstraction of %s without its %s is named', (name, part) => {
  const { whole, abstraction } = present(
    abstracted.find((one) => one.whole.name === name),
    'flow',
  );
  const less = (context: unknown) => ({ ...recordOf(abstraction(context)), [part]: undefined });
  const graph = beginningOf(whole);
  expect(recordOf(abstraction(graph.starts[0]?.state.machine.context))).toHaveProperty(part);
  expect(wronglyJoined({ ...whole, abstraction: less }, graph)).not.toEqual([]);
});

it.each(catalogue.slice(0, 5))('$name behaves as its committed paths say', (flow) => {
  expect(behaviourChanges(flow, goldenJson(analysisOf(flow)))).toEqual([]);
});
