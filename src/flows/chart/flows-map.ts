import type { Flow } from '../flow.ts';
import { machineOf } from '../machine-of.ts';
import { layOutStory } from './story.ts';
import type { Look, Story } from './story-shapes.ts';

/** How flows follow each other, drawn like a chart; undefined if no flow names a next one. */
export function layOutMap(catalogue: readonly Flow[], look: Pick<Look, 'width'>): Story | undefined {
  const byName = new Map(catalogue.map((flow) => [flow.name, flow]));
  const nextOf = ({ next = {} }: Flow) => Object.entries(next).filter(([name]) => byName.has(name));
  const followers = new Set(catalogue.flatMap((flow) => nextOf(flow).map(([name]) => name)));
  const drawn = catalogue.filter((flow) => nextOf(flow).length > 0 || followers.has(flow.name));
  const initial = (drawn.find(({ name }) => !followers.has(name)) ?? drawn[0])?.name;
  if (initial === undefined) return undefined;
  const states = Object.fromEntries(
    drawn.map((flow) => [
      flow.name,
      {
        on: Object.fromEntries(nextOf(flow).map(([name, when]) => [when, { target: `#${name}` }])),
        id: flow.name,
      },
    ]),
  );
  return layOutStory(
    { machine: machineOf({ id: 'flows', initial, states }, {}) },
    { ...look, titleOf: ({ key }) => byName.get(key)?.title ?? key },
  );
}
