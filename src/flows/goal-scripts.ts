import { mainWays } from './chart/main-way.ts';
import { digest } from './digest.ts';
import { pathTitles } from './export/path-titles.ts';
import type { Flow } from './flow.ts';
import { declaredGoals, goalsOf, goalsOfEdge, reachableGoals } from './goals.ts';
import type { ModelEdge, ModelGraph } from './graph.ts';
import { type ModelPath, retold } from './tour.ts';
import type { ChartTransition } from './transitions.ts';
import { edgesOf, shortestWays } from './ways.ts';

export interface GoalScript {
  /** Made of the goal, so that it stays when other scripts come and go. */
  id: string;
  goals: readonly string[];
  /** What it does that no other script of the flow does: the same in every selection of scripts. */
  title: string;
  path: ModelPath;
  /** Negative: something fails, is refused, or rightly changes nothing. */
  kind: 'positive' | 'negative';
  /** 1: something that the flow is for is achieved; 2: other steps, failures and waits; 3: what changes nothing. */
  priority: 1 | 2 | 3;
  /** The flow's main way: the one script to run when there is time for one. */
  isSmoke: boolean;
}

const isFailure = ({ event }: ModelEdge) => event.type === 'actor' && event.outcome.type === 'error';

/** The work of an actor is done. */
const isAchievement = ({ event }: ModelEdge) => event.type === 'actor' && event.outcome.type === 'done';

const changesNothing = ({ state }: ModelEdge) => state.trace.taken.length === 0;

function judged(edges: readonly ModelEdge[]): Pick<GoalScript, 'kind' | 'priority'> {
  const last = edges.at(-1);
  if (last === undefined) return { kind: 'positive', priority: 2 };
  if (changesNothing(last)) return { kind: 'negative', priority: 3 };
  if (isFailure(last)) return { kind: 'negative', priority: 2 };
  const isUndisturbed = !edges.some((edge) => isFailure(edge) || edge.event.type === 'wait');
  return { kind: 'positive', priority: isUndisturbed && isAchievement(last) ? 1 : 2 };
}

/** Without places in lists and without targets: who adds or redirects another transition renames nothing. */
const lasting = (met: string) => met.replace(/#\d+/g, '').replace(/--> .*?(?= refused$|$)/, '-->');

function idsOf(flow: Flow, scripts: readonly Pick<GoalScript, 'goals'>[]): string[] {
  const taken = new Set<string>();
  return scripts.map(({ goals }) => {
    const [first = ''] = goals;
    for (const text of [lasting(first), first]) {
      const id = `${flow.name}-${digest(text).replace('.', '').slice(0, 5)}`;
      if (!taken.has(id)) {
        taken.add(id);
        return id;
      }
    }
    return `${flow.name}-${digest(goals.join()).replace('.', '')}`;
  });
}

/** In the fewest steps. A goal that the last step of another script meets has no script. */
export function goalScripts(
  flow: Flow,
  graph: ModelGraph,
  transitions: readonly ChartTransition[],
): GoalScript[] {
  const ways = shortestWays(graph);
  const reached = reachableGoals(graph);
  const open = new Set(declaredGoals(flow, transitions).filter((goal) => reached.has(goal)));
  const scripts: Pick<GoalScript, 'goals' | 'path'>[] = [];
  for (const start of graph.starts) {
    const goals = goalsOf(start.state.trace).filter((met) => open.delete(met));
    if (goals.length > 0) scripts.push({ goals, path: { start, edges: [] } });
  }
  // Paths are sorted by length.
  const walk = (isEnough: (edge: ModelEdge) => boolean) => {
    for (const [node, way] of ways) {
      if (open.size === 0) return;
      for (const edge of node.edges) {
        const goals = isEnough(edge) ? goalsOfEdge(edge).filter((met) => open.delete(met)) : [];
        if (goals.length === 0) continue;
        const before = edgesOf(way);
        const first = before[0]?.from ?? node;
        const start = graph.starts.find(({ node: one }) => one === first);
        if (start) scripts.push({ goals, path: { start, edges: [...before, edge] } });
      }
    }
  };
  walk((edge) => !changesNothing(edge));
  walk(() => true);
  const ids = idsOf(flow, scripts);
  const all = scripts.map(({ goals, path }, index) => ({
    id: ids[index] ?? flow.name,
    goals,
    path: retold(graph, path),
    ...judged(path.edges),
  }));
  const smoke = mainScript(all, mainSteps(flow));
  const titles = pathTitles(all.map(({ path }) => path));
  return all.map((script, index) => ({
    ...script,
    title: titles[index] ?? script.id,
    ...(script === smoke ? { priority: 1 } : {}),
    isSmoke: script === smoke,
  }));
}

/** The transitions of the chart's main way, also those inside its groups. */
function mainSteps({ machine, story }: Flow): Set<string> {
  const ways = mainWays(machine.root, story);
  return new Set([...ways.values()].flatMap(({ steps }) => steps.flatMap((step) => step?.id ?? [])));
}

/** The one that follows the chart's main way the furthest, and leaves it the least. */
function mainScript<Script extends Pick<GoalScript, 'kind' | 'path'>>(
  scripts: readonly Script[],
  main: ReadonlySet<string>,
): Script | undefined {
  const worth = ({ kind, path }: Script) => {
    const taken = new Set(path.edges.flatMap(({ state }) => state.trace.taken.map(({ id }) => id)));
    const followed = [...taken].filter((id) => main.has(id)).length;
    return 3 * followed - path.edges.length - (kind === 'negative' ? 100 : 0);
  };
  return scripts.toSorted((one, two) => worth(two) - worth(one))[0];
}
