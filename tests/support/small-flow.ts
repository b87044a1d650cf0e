import type { Flow } from '#flows/flow.ts';

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
