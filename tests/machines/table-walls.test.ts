import { describe, expect, it } from 'vitest';
import { roomOf } from '../../src/setup/rooms/rooms.ts';
import { importsOf, type SourceFile, sourceFiles } from '../../src/setup/rooms/source-imports.ts';

const isTables = (path: string) => /^src\/server\/.+\/tables\.ts$/.test(path);

/** By the name of the variable and by the name in the database. */
function tablesOf(sources: readonly SourceFile[]): { variable: string; table: string; path: string }[] {
  return sources
    .filter(({ path }) => isTables(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(/^export const (\w+) = pgTable\(\s*'(\w+)'/gm)].map(
        ([, variable = '', table = '']) => ({ variable, table, path }),
      ),
    );
}

const tableStatement =
  /\.(?:insert|update|delete)\(\s*(\w+)\s*\)|\b(?:insert\s+into|update|delete\s+from)\s+\$\{(\w+)\}/gi;
const plainStatement =
  /\b(?:insert\s+into\s+|update\s+|delete\s+from\s+)([a-z_]+)(?=\s*(?:\(|set\b|as\b|where\b|using\b|`))/g;

/** What a source writes in tables of other rooms. */
function foreignWrites(sources: readonly SourceFile[]): string[] {
  const tables = tablesOf(sources);
  const ownerOf = new Map(tables.map(({ table, path }) => [table, path]));
  return sources.flatMap(({ path, source }) => {
    const imported = new Map<string, { table: string; path: string }>();
    for (const [, names = '', target = ''] of source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)) {
      const [{ to = '' } = {}] = importsOf(path, `import {} from '${target}';`);
      if (!isTables(to)) continue;
      for (const name of names.split(',')) {
        const [variable = '', local = variable] = name.trim().split(' as ');
        const found = tables.find((one) => one.path === to && one.variable === variable);
        if (found !== undefined) imported.set(local, found);
      }
    }
    const written = new Set<string>();
    const note = (table: string, owner: string | undefined) => {
      if (owner !== undefined && roomOf(owner) !== roomOf(path)) written.add(`${path} writes ${table}`);
    };
    for (const [, argument, inText] of source.matchAll(tableStatement)) {
      const found = imported.get(argument ?? inText ?? '');
      if (found !== undefined) note(found.table, found.path);
    }
    for (const [, table = ''] of source.matchAll(plainStatement)) note(table, ownerOf.get(table));
    return [...written];
  });
}

const sources = sourceFiles('src/server');

describe('who may write which table', () => {
  it('every table is in the tables of a room', () => {
    const defined = sources.flatMap(({ path, source }) =>
      [...source.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, table]) => `${table} in ${path}`),
    );
    expect(defined.length).toBeGreaterThan(50);
    expect(tablesOf(sources).map(({ table, path }) => `${table} in ${path}`)).toEqual(defined);
  });

  it('only the room that a table is in writes it', () => {
    expect(foreignWrites(sources)).toEqual([]);
  });

  it('the room that a table is in says whether it is in the archive of a user', () => {
    const ownerOf = new Map(tablesOf(sources).map(({ table, path }) => [table, roomOf(path)]));
    const told = sources.flatMap(({ path, source }) =>
      [...source.matchAll(/^ +tables: \[([^\]]*)\]|^ +leftOut: \{([^}]*)\}/gm)]
        .flatMap(([, kept = '', left = '']) => [
          ...kept.matchAll(/'(\w+)'/g),
          ...left.matchAll(/^ +(\w+):/gm),
        ])
        .map(([, table = '']) => ({ table, room: roomOf(path), owner: ownerOf.get(table) ?? roomOf(path) })),
    );
    expect(told.length).toBeGreaterThan(50);
    expect(told.filter(({ room, owner }) => room !== owner)).toEqual([]);
  });

  it.each([
    ["import { sessions } from '#server/campaigns/tables.ts';\ntx.update(sessions).set({})", 'sessions'],
    [
      "import { sessions as all } from '#server/campaigns/tables.ts';\ntx\n  .delete(\n    all\n  )",
      'sessions',
    ],
    ['tx.execute(sql`update notes set sections = 1`)', 'notes'],
    ['tx.execute(sql`insert into sessions (id) values (1)`)', 'sessions'],
    [
      `import { segments } from '#server/recordings/tables.ts';\nsql\`update \${segments} set text = 1\``,
      'segments',
    ],
  ])('reports %s', (source, table) => {
    const path = 'src/server/names/a.ts';
    expect(foreignWrites([...sources.filter((one) => isTables(one.path)), { path, source }])).toEqual([
      `${path} writes ${table}`,
    ]);
  });

  it('a room writes its own tables, and all read them', () => {
    const source =
      "import { sessions } from '#server/campaigns/tables.ts';\ntx.update(sessions); tx.select().from(sessions).for('update')";
    const own = { path: 'src/server/campaigns/a.ts', source };
    const reads = { path: 'src/server/names/a.ts', source: source.replace('tx.update(sessions); ', '') };
    expect(foreignWrites([...sources.filter((one) => isTables(one.path)), own, reads])).toEqual([]);
  });
});
