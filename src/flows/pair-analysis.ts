import { describeDifference, type FlowAnalysis } from './analysis.ts';
import { pairTours } from './pair-tour.ts';
import { replay } from './replay.ts';

/** Golden paths are unchanged. */
export function pairAnalysis(analysis: FlowAnalysis): FlowAnalysis {
  const { pairs, missed, paths } = pairTours(analysis.graph);
  return {
    ...analysis,
    tours: paths,
    scripts: paths,
    problems: [
      ...analysis.problems,
      ...missed.map((pair) => `no path takes: ${pair}`),
      ...paths.flatMap((path, index) =>
        replay(path, analysis.flow.machine).map((difference) =>
          describeDifference(`replay of pair tour ${index + 1}`, difference),
        ),
      ),
    ],
    counts: {
      ...analysis.counts,
      pairs,
      paths: paths.length,
      steps: paths.reduce((sum, { edges }) => sum + edges.length, 0),
    },
  };
}
