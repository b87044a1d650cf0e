import type { AnalysisResult, NamedItem } from '#contract/analysis-result.ts';
import type { KnownName } from '#web/ui/name-card.tsx';
import { Chip, type EvidenceAccess } from './evidence.tsx';

const shortest = 3;

const presences = { met: 'Person, met', spokenOf: 'Person, only mentioned' } as const;

export function knownNames(
  result: Pick<AnalysisResult, 'npcs' | 'locations' | 'items' | 'factions'> | null,
  access: EvidenceAccess,
): KnownName[] {
  if (result === null) return [];
  const known = new Map<string, KnownName>();
  const add = (items: readonly NamedItem[], kindOf: (item: NamedItem) => string) => {
    for (const item of items)
      if (item.name.length >= shortest && !known.has(item.name))
        known.set(item.name, {
          name: item.name,
          kind: kindOf(item),
          text: item.description,
          chip: <Chip evidence={item.evidence} access={access} />,
        });
  };
  add(result.npcs, ({ presence }) => (presence === undefined ? 'Person' : presences[presence]));
  add(result.locations, () => 'Place');
  add(result.factions, () => 'Faction');
  add(result.items, () => 'Thing');
  return [...known.values()];
}
