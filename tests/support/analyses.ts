import { analyseFlow, type FlowAnalysis } from '#flows/analysis.ts';
import type { Flow } from '#flows/flow.ts';

const analyses = new Map<Flow, FlowAnalysis>();

/** The analysis of a flow, made once for all tests of this process. */
export function analysisOf(flow: Flow): FlowAnalysis {
  const analysis = analyses.get(flow) ?? analyseFlow(flow);
  analyses.set(flow, analysis);
  return analysis;
}
