import type { FlowAnalysis } from './analysis.ts';
import { declaredGoals, goalsOf, goalsOfEdge } from './goals.ts';
import type { ModelEdge } from './model-graph.ts';
import type { ModelPath } from './tour.ts';
import { shortestWays, type Way } from './ways.ts';

export interface GoalScript {
  id: string;
  goals: readonly string[];
  path: ModelPath;
  /** Negative: something fails, is refused, or rightly changes nothing. */
  kind: 'positive' | 'negative';
  /** 1: the flow's purpose; 2: failures and waits; 3: what is rejected or changes nothing. */
  priority: 1 | 2 | 3;
}

const isFailure = ({ event }: ModelEdge) => event.type === 'actor' && event.outcome.type === 'error';

function judged(edges: readonly ModelEdge[]): Pick<GoalScript, 'kind' | 'priority'> {
  const last = edges.at(-1);
  if (last === undefined) return { kind: 'positive', priority: 1 };
  if (last.state.trace.taken.length === 0) return { kind: 'negative', priority: 3 };
  if (isFailure(last)) return { kind: 'negative', priority: 2 };
  return { kind: 'positive', priority: last.event.type === 'wait' || edges.some(isFailure) ? 2 : 1 };
}

/** In the fewest steps. A goal that the last step of another script meets has no script. */
export function goalScripts({ flow, graph, transitions }: FlowAnalysis): GoalScript[] {
  const ways = shortestWays(graph);
  const open = new Set(declaredGoals(flow, transitions));
  const scripts: Pick<GoalScript, 'goals' | 'path'>[] = [];
  for (const start of graph.starts) {
    const goals = goalsOf(start.state.trace).filter((met) => open.delete(met));
    if (goals.length > 0) scripts.push({ goals, path: { start, edges: [] } });
  }
  // Paths are sorted by length.
  const walk = (isEnough: (edge: ModelEdge) => boolean) => {
    for (const [node, way] of ways) {
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
  walk(({ state }) => state.trace.taken.length > 0);
  walk(() => true);
  return scripts.map(({ goals, path }, index) => ({
    id: `${flow.name}-${String(index + 1).padStart(2, '0')}`,
    goals,
    path,
    ...judged(path.edges),
  }));
}

export function edgesOf(way: Way): ModelEdge[] {
  const edges: ModelEdge[] = [];
  for (let at: Way | undefined = way; at?.edge; at = at.from) edges.unshift(at.edge);
  return edges;
}
