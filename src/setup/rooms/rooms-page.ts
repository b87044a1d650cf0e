import type { Arrow, RoomGraph } from './rooms.ts';

function withoutDetours(arrows: readonly Arrow[]): Arrow[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  function isReached(from: string, to: string, seen = new Set<string>()): boolean {
    return (targets.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return isReached(next, to, seen);
    });
  }
  return arrows.filter(
    ({ from, to }) => !(targets.get(from) ?? []).some((next) => next !== to && isReached(next, to)),
  );
}

const idOf = (room: string) => room.replaceAll(/\W+/g, '_');

function picture({ rooms, arrows }: RoomGraph): string[] {
  const houseOf = (room: string) => /^src\/(server|web)\//.exec(room)?.[0].slice(0, -1) ?? null;
  const box = ({ name, files }: { name: string; files: number }, within: string | null) =>
    `${within === null ? '' : '  '}  ${idOf(name)}["${within === null ? name : name.slice(within.length + 1)} (${files})"]`;
  const houses = [...new Set(rooms.flatMap(({ name }) => houseOf(name) ?? []))];
  return [
    '```mermaid',
    'flowchart TD',
    ...rooms.filter(({ name }) => houseOf(name) === null).map((room) => box(room, null)),
    ...houses.flatMap((house) => [
      `  subgraph ${idOf(house)}_house["${house}"]`,
      ...rooms.filter(({ name }) => houseOf(name) === house).map((room) => box(room, house)),
      '  end',
    ]),
    ...withoutDetours(arrows).map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`),
    '```',
  ];
}

export function roomsPage(graph: RoomGraph): string {
  const { rooms, arrows, reads, circles } = graph;
  const rows = rooms.map(({ name, files }) => {
    const imported = arrows
      .filter(({ from }) => from === name)
      .map(({ to, imports, ofTypes }) => `${to} ${imports}${ofTypes === imports ? ' (types)' : ''}`);
    const read = reads.filter(({ from }) => from === name).map(({ to }) => to);
    return `| ${name} | ${files} | ${imported.join(', ') || '–'} | ${read.join(', ') || '–'} |`;
  });
  return `${[
    '# Rooms and arrows',
    '',
    'Generated from the imports of the sources by `npm run generated`; for the purpose of each room see',
    '[architecture.md](architecture.md). Types count as imports. Reading the tables of another room (its `tables.ts`)',
    'is no arrow: any room may read them, only their own room writes them.',
    '',
    `${rooms.length} rooms, ${arrows.length} arrows, files in import cycles: ${circles.flat().length}.`,
    '',
    '## Picture',
    '',
    'The number of files in brackets. An arrow that follows from two others is left out.',
    '',
    ...picture(graph),
    '',
    '## Table',
    '',
    '| room | files | imports, and how many | reads the tables of |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Circles',
    '',
    ...(circles.length === 0 ? ['None.'] : circles.map((circle) => `- ${circle.join(', ')}`)),
  ].join('\n')}\n`;
}
