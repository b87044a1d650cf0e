import { analyseFlow, type FlowAnalysis } from '#flows/analysis.ts';
import type { Flow } from '#flows/flow.ts';

const analyses = new Map<Flow, FlowAnalysis>();

export function analysisOf(flow: Flow): FlowAnalysis {
  const analysis = analyses.get(flow) ?? analyseFlow(flow);
  analyses.set(flow, analysis);
  return analysis;
}
