import { keyOf } from '#contract/labels.ts';
import type { Name } from '#contract/names.ts';
import { searchable } from '#contract/recognized-text.ts';
import type { CastSheet } from '#contract/speakers.ts';

export interface Mention {
  name: string;
  form: string;
  kind: string;
}

const kinds: Readonly<Record<Name['kind'], string>> = {
  pc: 'player character',
  npc: 'character',
  location: 'place',
  faction: 'faction',
  item: 'item',
  deity: 'deity',
  rule: 'rule',
  other: 'name',
};

export interface FoundNames {
  npcs: readonly { name: string }[];
  locations: readonly { name: string }[];
}

export function mentionsOf(
  names: readonly Name[],
  people: CastSheet['people'],
  found: FoundNames | null,
): Mention[] {
  const all: Mention[] = [
    ...names.flatMap(({ term, kind, aliases, heardAs }) =>
      [term, ...aliases, ...heardAs].map((form) => ({ name: term, form, kind: kinds[kind] })),
    ),
    ...people.flatMap(({ player, characters }) => [
      ...characters.map((name) => ({ name, form: name, kind: kinds.pc })),
      { name: player, form: player, kind: 'player' },
    ]),
    ...(found?.npcs ?? []).map(({ name }) => ({ name, form: name, kind: kinds.npc })),
    ...(found?.locations ?? []).map(({ name }) => ({ name, form: name, kind: kinds.location })),
  ];
  const known = new Set<string>();
  return all.filter(({ form }) => {
    const key = keyOf(form);
    return !known.has(key) && known.add(key);
  });
}

/** Those that begin with what was typed first, then those with a word that does. */
export function mentionsFor(all: readonly Mention[], typed: string): Mention[] {
  const wanted = searchable(typed);
  const ranked = all.flatMap((mention) => {
    const at = ` ${searchable(mention.form)}`.indexOf(wanted.trim());
    const rank = ` ${searchable(mention.form)}`.indexOf(` ${wanted.trim()}`);
    return at === -1 ? [] : [{ mention, rank: rank === 0 ? 0 : rank > 0 ? 1 : 2 }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ mention }) => mention);
}
