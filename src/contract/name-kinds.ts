import type { NameKind } from './names.ts';

export const nameKinds: readonly { key: NameKind; label: string }[] = [
  { key: 'pc', label: 'Player character' },
  { key: 'npc', label: 'Person' },
  { key: 'location', label: 'Place' },
  { key: 'faction', label: 'Faction' },
  { key: 'item', label: 'Item' },
  { key: 'deity', label: 'Deity' },
  { key: 'rule', label: 'Rule or spell' },
  { key: 'other', label: 'Other' },
];

export const kindLabel = (kind: NameKind): string => nameKinds.find(({ key }) => key === kind)?.label ?? kind;
