import { describe, expect, it } from 'vitest';
import { circlesOf, roomGraph, roomOf } from '../../src/setup/rooms/rooms.ts';
import { roomsPage } from '../../src/setup/rooms/rooms-page.ts';

const file = (path: string, ...targets: string[]) => ({
  path,
  source: targets.map((target) => `import ${target};`).join('\n'),
});

describe('the page of rooms', () => {
  it('knows the room of a file', () => {
    expect(
      [
        'machines/auth/auth.machine.ts',
        'src/contract/errors.ts',
        'src/server/main.ts',
        'src/server/engines/audio/split.ts',
        'src/web/ui/button.tsx',
      ].map(roomOf),
    ).toEqual(['machines', 'src/contract', 'src/server', 'src/server/engines', 'src/web/ui']);
  });

  const graph = roomGraph([
    file('src/server/http/a.ts', "type { B } from '#server/platform/b.ts'", "{ c } from './c.ts'"),
    file(
      'src/server/http/c.ts',
      "{ b } from '#server/platform/b.ts'",
      "{ d } from '#server/names/tables.ts'",
    ),
    file('src/server/names/tables.ts'),
    file('src/server/platform/b.ts', "{ z } from 'zod'"),
    file('src/server/main.ts', "{ a } from './http/a.ts'", "{ b } from './platform/b.ts'"),
  ]);

  it('counts imports between rooms, types included', () => {
    expect(graph.arrows).toEqual([
      { from: 'src/server', to: 'src/server/http', imports: 1, ofTypes: 0 },
      { from: 'src/server', to: 'src/server/platform', imports: 1, ofTypes: 0 },
      { from: 'src/server/http', to: 'src/server/platform', imports: 2, ofTypes: 1 },
    ]);
    expect(graph.reads).toEqual([{ from: 'src/server/http', to: 'src/server/names' }]);
    expect(graph.circles).toEqual([]);
  });

  it('draws no arrow that follows from two others', () => {
    const page = roomsPage(graph);
    expect(page).toContain('src_server --> src_server_http\n');
    expect(page).not.toContain('src_server --> src_server_platform\n');
    expect(page).toContain('4 rooms, 3 arrows, files in import cycles: 0.');
  });

  it('reports every cycle, of two files or many', () => {
    const circles = circlesOf(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', ['e']],
        ['e', ['d']],
        ['f', ['a', 'f']],
      ]),
    );
    expect(circles).toEqual([
      ['d', 'e'],
      ['a', 'b', 'c'],
    ]);
  });
});
