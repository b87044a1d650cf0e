import type { AnyStateMachine } from 'xstate';
import { type Example, examplesOf } from './examples.ts';
import type { Flow, FlowDetails, FlowEventCase, FlowOutcome } from './flow.ts';
import { recordOf } from './stable-json.ts';
import { allTransitions } from './transitions.ts';
import { sentence } from './words.ts';

function eventTypes(machine: AnyStateMachine): string[] {
  const types = allTransitions(machine).flatMap(({ trigger }) =>
    trigger.kind === 'event' ? [trigger.type] : [],
  );
  return [...new Set(types)].filter((type) => !type.startsWith('xstate.'));
}

function exampleOf(type: string): string {
  return type === '*' ? 'anything.else' : type.replace(/\.\*$/, '.anything');
}

function casesOf(type: string, given: Example | undefined): FlowEventCase[] {
  const example = exampleOf(type);
  const event = { type: example, ...recordOf(given?.filled) };
  const empty = { type: example, ...recordOf(given?.empty) };
  return [
    { name: sentence(example), event },
    ...(given?.empty === undefined ? [] : [{ name: `${sentence(example)} with nothing`, event: empty }]),
    ...(given?.large === undefined
      ? []
      : [{ name: `${sentence(example)} with much`, event: { type: example, ...recordOf(given.large) } }]),
  ];
}

function outcomesOf({ filled, empty, large }: Partial<Example> = {}, error?: Example): FlowOutcome[] {
  const failure = (given: unknown) => Object.assign(new Error('fails'), given);
  return [
    { name: 'succeeds', type: 'done', output: filled },
    ...(empty === undefined ? [] : [{ name: 'succeeds with nothing', type: 'done', output: empty } as const]),
    ...(large === undefined ? [] : [{ name: 'succeeds with much', type: 'done', output: large } as const]),
    { name: 'fails', type: 'error', error: failure(error?.filled) },
    ...(error?.empty === undefined
      ? []
      : [{ name: 'fails otherwise', type: 'error', error: failure(error.empty) } as const]),
  ];
}

/** Actors with the usual outcomes of their kind, and data as the machine's own code reads it. `over` has better ones. */
export function inferFlow(
  machine: AnyStateMachine,
  over: FlowDetails & Partial<Pick<Flow, 'name'>> = {},
): Flow {
  const types = eventTypes(machine);
  const { input, events, outputs, errors } = examplesOf(machine);
  return {
    name: machine.id,
    title: sentence(machine.id),
    paragraph: '',
    requirements: [],
    machine,
    isInferred: true,
    scenarios: [
      { name: 'Start', ...(input === undefined ? {} : { input: input.filled }) },
      ...(input?.large === undefined ? [] : [{ name: 'Start with much', input: input.large }]),
    ],
    ...over,
    outcomes: {
      ...Object.fromEntries(
        Object.keys({ ...outputs, ...errors }).map((actor) => [
          actor,
          outcomesOf(outputs[actor], errors[actor]),
        ]),
      ),
      ...over.outcomes,
    },
    events: {
      ...Object.fromEntries(types.map((type) => [exampleOf(type), casesOf(type, events[type])])),
      ...over.events,
    },
  };
}
