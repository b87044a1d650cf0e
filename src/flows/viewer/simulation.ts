import { eventWords } from '../export/step-words.ts';
import type { Flow } from '../flow.ts';
import { present } from '../present.ts';
import { type ModelEvent, type ModelState, type TimedModel, waiting } from '../timed-model.ts';
import { duration } from '../words.ts';
import type { PathData } from './viewer-data.ts';

export interface Moment {
  did: string;
  /** Its key, or `wait` and milliseconds; '' for the start. */
  key: string;
  state: ModelState;
  at: number;
}

export interface Simulation {
  scenario: string;
  moments: readonly Moment[];
  position: number;
  path: string | null;
}

export type SimulationAction =
  | { type: 'start'; scenario: string }
  | { type: 'happen'; event: ModelEvent }
  | { type: 'wait'; milliseconds: number }
  | { type: 'play'; path: PathData }
  | { type: 'goTo'; position: number }
  | { type: 'restore'; simulation: Simulation };

const waitLimit = 1000;

export function startSimulation(model: TimedModel, scenario: string): Simulation {
  const { input } = scenarioOf(model.flow, scenario);
  const moments = [{ did: scenario, key: '', state: model.start(input), at: 0 }];
  return { scenario, moments, position: 0, path: null };
}

function scenarioOf(flow: Flow, name: string): Flow['scenarios'][number] {
  const scenario = flow.scenarios.find((one) => one.name === name);
  if (!scenario) {
    throw new Error(`The flow ${flow.name} has no scenario "${name}".`);
  }
  return scenario;
}

export function currentMoment({ moments, position }: Simulation): Moment {
  return present(moments[position], 'moment');
}

/** What a moment after this event has as its key. */
export const momentKey = (event: ModelEvent): string =>
  event.type === 'wait' && event.key === 'wait' ? `wait ${event.milliseconds}` : event.key;

function happened(model: TimedModel, { state, at }: Moment, event: ModelEvent): Moment {
  return {
    did: eventWords(event),
    key: momentKey(event),
    state: model.next(state, event),
    at: at + (event.type === 'wait' ? event.milliseconds : 0),
  };
}

/** Undefined if the event cannot happen there. */
export function momentAfter(model: TimedModel, from: Moment, key: string): Moment | undefined {
  const own = /^wait (\d+(?:\.\d+)?)$/.exec(key);
  const event = own ? waiting(Number(own[1])) : model.eventsIn(from.state).find((one) => one.key === key);
  return event && happened(model, from, event);
}

function waitFor(model: TimedModel, from: Moment, milliseconds: number): Moment[] {
  const moments: Moment[] = [];
  let moment = from;
  let left = milliseconds;
  while (moments.length < waitLimit) {
    const next = moment.state.timers[0]?.remaining ?? Number.POSITIVE_INFINITY;
    if (next > left && left === 0) {
      break;
    }
    const step = Math.min(next, left);
    moment = happened(model, moment, waiting(step));
    moments.push(moment);
    left -= step;
  }
  return moments;
}

export function playPath(model: TimedModel, path: PathData): Moment[] {
  const [first] = startSimulation(model, path.scenario).moments;
  const moments = [present(first, 'first moment')];
  for (const key of path.steps) {
    const next = momentAfter(model, present(moments.at(-1), 'moment'), key);
    if (!next) {
      throw new Error(`${path.id}: "${key}" cannot happen after ${moments.length - 1} steps.`);
    }
    moments.push(next);
  }
  return moments;
}

function append(simulation: Simulation, moments: readonly Moment[]): Simulation {
  const kept = [...simulation.moments.slice(0, simulation.position + 1), ...moments];
  return { ...simulation, moments: kept, position: kept.length - 1, path: null };
}

export function simulate(model: TimedModel, simulation: Simulation, action: SimulationAction): Simulation {
  const moment = currentMoment(simulation);
  switch (action.type) {
    case 'start':
      return startSimulation(model, action.scenario);
    case 'happen':
      return append(simulation, [happened(model, moment, action.event)]);
    case 'wait':
      return append(simulation, waitFor(model, moment, action.milliseconds));
    case 'play':
      return {
        scenario: action.path.scenario,
        moments: playPath(model, action.path),
        position: 0,
        path: action.path.id,
      };
    case 'restore':
      return action.simulation;
    case 'goTo':
      return {
        ...simulation,
        position: Math.max(0, Math.min(simulation.moments.length - 1, action.position)),
      };
  }
}

export function takenSoFar({ moments, position }: Simulation): Set<string> {
  return new Set(
    moments.slice(0, position + 1).flatMap(({ state }) => state.trace.taken.map(({ id }) => id)),
  );
}

export function clockWords(at: number): string {
  return at === 0 ? 'no time has passed yet' : `after ${duration(at)}`;
}
