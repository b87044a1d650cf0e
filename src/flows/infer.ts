import type { AnyStateMachine } from 'xstate';
import type { Flow, FlowDetails, FlowEventCase } from './flow.ts';
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

function caseOf(type: string): FlowEventCase {
  const example = exampleOf(type);
  return { name: sentence(example), event: { type: example } };
}

/** Each actor with the usual outcomes of its kind. Add to `over` what guards and assignments need. */
export function inferFlow(
  machine: AnyStateMachine,
  over: FlowDetails & Partial<Pick<Flow, 'name'>> = {},
): Flow {
  const types = eventTypes(machine);
  return {
    name: machine.id,
    title: sentence(machine.id),
    paragraph: '',
    requirements: [],
    machine,
    isInferred: true,
    scenarios: [{ name: 'Start' }],
    outcomes: {},
    ...over,
    events: { ...Object.fromEntries(types.map((type) => [exampleOf(type), [caseOf(type)]])), ...over.events },
  };
}
