import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  '..',
  'shared',
  'data',
  'stripe',
  'fixtures3.json',
);

export const noExamples = existsSync(file) ? null : 'Stripe’s examples (../shared/data/stripe) are not here';

let resources: Record<string, unknown> | undefined;
export function exampleOf(kind: string): unknown {
  resources ??= (JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, unknown> }).resources;
  return resources[kind];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Lists keys that only one has, and other types. Ignores null, empty examples and `metadata`. */
export function deviations(given: unknown, example: unknown, path: string): string[] {
  if (given === null || example === null) return [];
  if (kindOf(given) !== kindOf(example)) return [`${path} is ${kindOf(given)}, not ${kindOf(example)}`];
  if (Array.isArray(given) && Array.isArray(example))
    return example.length === 0
      ? []
      : given.flatMap((element) => deviations(element, example[0], `${path}[]`));
  if (!isObject(given) || !isObject(example) || Object.keys(example).length === 0) return [];
  return [
    ...Object.keys(example)
      .filter((key) => !Object.hasOwn(given, key))
      .map((key) => `${path}.${key} is missing`),
    ...Object.entries(given).flatMap(([key, value]) =>
      Object.hasOwn(example, key)
        ? key === 'metadata'
          ? deviations(value, {}, `${path}.${key}`)
          : deviations(value, example[key], `${path}.${key}`)
        : [`${path}.${key} is more`],
    ),
  ];
}
