import type { Flow } from '#flows/flow.ts';

/** A flow of one machine and one scenario, for tests of the flow tool. */
export function single(machine: Flow['machine'], over: Partial<Flow> = {}): Flow {
  return {
    name: machine.id,
    title: machine.id,
    paragraph: '',
    requirements: [],
    machine,
    scenarios: [{ name: 'start' }],
    events: {},
    outcomes: {},
    ...over,
  };
}
