import { catalogue } from '#machines/index.ts';

/** All without names; undefined for an unknown name. */
export function chosenFlows(names: readonly string[]): typeof catalogue | undefined {
  const unknown = names.filter((name) => !catalogue.some((flow) => flow.name === name));
  if (unknown.length > 0) {
    console.error(
      `No such flow: ${unknown.join(', ')}. There are: ${catalogue.map(({ name }) => name).join(', ')}.`,
    );
    return undefined;
  }
  return catalogue.filter(({ name }) => names.length === 0 || names.includes(name));
}
