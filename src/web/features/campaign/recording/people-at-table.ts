import type { CastPerson } from '#contract/speakers.ts';
import type { PersonAtTable } from '#machines/recording/recording.setup.ts';

const order = { gm: 0, player: 1, guest: 2 };

/** The game master first, also one who is not in the cast. Empty without a cast. */
export function peopleAtTable(cast: readonly CastPerson[]): PersonAtTable[] {
  if (cast.length === 0) return [];
  const people = cast
    .toSorted((one, other) => order[one.role] - order[other.role])
    .map(({ id, player, characters }) => ({ personId: id, player, characters }));
  return cast.some(({ role }) => role === 'gm')
    ? people
    : [{ personId: null, player: 'Game master', characters: [] }, ...people];
}
