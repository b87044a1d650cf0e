import type { Speaker } from '#contract/transcript.ts';
import { isCharacter, whoIs } from '#server/campaigns/cast-rules.ts';
import { type HideNames, hideNames, keepNames } from './pseudonyms.ts';
import type { GivenNames } from './threads/page-messages.ts';

export function hiderFor(names: GivenNames): HideNames {
  if (names === null) return keepNames;
  const { cast } = names;
  const spoken = names.spoken.flatMap(({ sessionId, speakers }) =>
    JSON.parse(speakers).flatMap(({ label, role }: Speaker) => {
      const person = whoIs(cast, sessionId, label)?.person ?? null;
      if (person === null) return { label, role };
      // The label gives no player's name.
      if (isCharacter(cast, label)) return [];
      return { label, role: person.role, person: person.id };
    }),
  );
  const players = cast.people.map(({ id, player, role }) => ({ label: player, role, person: id }));
  return hideNames([...spoken, ...players]);
}
