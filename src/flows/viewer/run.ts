import { present } from '../present.ts';
import type { TimedModel } from '../timed-model.ts';
import { momentAfter, playPath, type Simulation, startSimulation } from './simulation.ts';
import type { PathData } from './viewer-data.ts';

/** A generated path at a step, or a start and what was done since. */
export type Run = { path: string; step: number } | { start: string; did: readonly string[] };

/** Undefined before the first event. */
export function runOf({ scenario, moments, position, path }: Simulation): Run | undefined {
  if (path !== null) {
    return { path, step: position };
  }
  return moments.length === 1
    ? undefined
    : { start: scenario, did: moments.slice(1, position + 1).map(({ key }) => key) };
}

/** Restores as much as this version of the chart allows, and says what is missing. */
export function restoreRun(
  model: TimedModel,
  paths: readonly PathData[],
  run: Run,
): { simulation: Simulation; problem: string | null } {
  const first = present(model.flow.scenarios[0], 'scenario').name;
  if ('path' in run) {
    const path = paths.find(({ id }) => id === run.path);
    if (!path) {
      const problem = `The link is to the path ${run.path}, which this version of the chart does not have.`;
      return { simulation: startSimulation(model, first), problem };
    }
    const moments = playPath(model, path);
    const position = Math.min(run.step, moments.length - 1);
    const problem =
      position === run.step ? null : `The path ${run.path} has only ${position} steps in this version.`;
    return { simulation: { scenario: path.scenario, moments, position, path: path.id }, problem };
  }
  const isKnown = model.flow.scenarios.some(({ name }) => name === run.start);
  const { scenario, moments } = startSimulation(model, isKnown ? run.start : first);
  const all = [...moments];
  let problem = isKnown ? null : `The link starts with “${run.start}”, which this version does not know.`;
  for (const [index, key] of (isKnown ? run.did : []).entries()) {
    const next = momentAfter(model, present(all.at(-1), 'moment'), key);
    if (!next) {
      problem = `The link is of another version of the chart: its step ${index + 1} cannot happen here.`;
      break;
    }
    all.push(next);
  }
  return { simulation: { scenario, moments: all, position: all.length - 1, path: null }, problem };
}
