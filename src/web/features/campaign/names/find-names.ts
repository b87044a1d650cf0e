import type { Name } from '#contract/names.ts';
import { searchable } from '#contract/recognized-text.ts';

/** Those that are called so, in any of their forms. */
export function findNames(names: readonly Name[], typed: string): Name[] {
  const wanted = searchable(typed).trim();
  return names.filter(({ term, aliases, heardAs }) =>
    [term, ...aliases, ...heardAs].some((form) => searchable(form).includes(wanted)),
  );
}
