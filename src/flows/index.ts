/** The adapters for test runners are separate modules. */
export { analyseFlow, type FlowAnalysis } from './analysis.ts';
export { chartSvg } from './chart/chart-svg.ts';
export type { Flow, FlowDetails, FlowEventCase, FlowInvariant, FlowMoment, FlowOutcome } from './flow.ts';
export { shows } from './flow.ts';
export { type GherkinProblem, runGherkin } from './gherkin-steps.ts';
export { inferFlow } from './infer.ts';
