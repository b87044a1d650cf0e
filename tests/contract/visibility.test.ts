import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import {
  type Audience,
  heardBy,
  isFor,
  itemsOf,
  type SharedSection,
  type Visibility,
  visibleSections,
  withItemVisibility,
} from '#contract/visibility.ts';
import { whisperName, withoutMarkers } from '#contract/visibility-markers.ts';
import fc, { runs } from '#tests/support/property.ts';

const section = (body: string, visibility: Visibility = 'public', more: Partial<SharedSection> = {}) => ({
  key: 'npcs',
  title: 'People',
  body,
  visibility,
  source: 'user' as const,
  ...more,
});
const seen = (body: string, audience: Audience = 'public', visibility: Visibility = 'public') =>
  visibleSections([section(body, visibility)], audience)
    .map((shown) => shown.body)
    .join('\n');

describe('what an audience may see of the notes', () => {
  it('[R1.4] keeps only the sections that are shared with this audience', () => {
    const sections = [
      section('secret', 'gm'),
      section('for the table', 'players', { key: 'quests', title: 'Quests' }),
      { ...section('for all', 'public', { key: 'items', title: 'Items' }), lines: [{ text: 'for all' }] },
    ];
    expect(visibleSections(sections, 'gm').map(({ body }) => body)).toEqual([
      'secret',
      'for the table',
      'for all',
    ]);
    expect(visibleSections(sections, 'players').map(({ body }) => body)).toEqual([
      'for the table',
      'for all',
    ]);
    expect(visibleSections(sections, 'public')).toEqual([
      { key: 'items', title: 'Items', body: 'for all', visibility: 'public', source: 'user' },
    ]);
  });

  it('[R1.4] hides a list item with everything inside it', () => {
    const body = '- **Duke**: a man\n- <!-- gm --> **Mole**: spy\n  - of the crown\n\n  and more\n- last';
    expect(seen(body)).toBe('- **Duke**: a man\n- last');
    expect(seen(body, 'gm')).toBe(
      '- **Duke**: a man\n- **Mole**: spy\n  - of the crown\n\n  and more\n- last',
    );
  });

  it('[R1.4] hides a nested item inside a hidden one, whatever its own marker says', () => {
    expect(seen('- <!-- gm --> a\n  - <!-- public --> b')).toBe('');
    expect(seen('- <!-- players --> a\n  - <!-- public --> b', 'players')).toBe('- a\n  - b');
  });

  it('[R1.4] shows a whisper to the game master, and to whom it names, but on no page', () => {
    const body =
      '- known\n- <!-- whisper: Wren --> the song\n  - its end\n- <!-- whisper: Torvin, Iseult --> the debt\n\n### <!-- whisper: Wren -->The dream\n\nA bell.\n\n- <!-- gm --> Hobb rang it.';
    for (const audience of ['players', 'public'] as const) expect(seen(body, audience)).toBe('- known');
    const heard = (...names: string[]) =>
      visibleSections(heardBy([section(body, 'public')], names), 'players')[0]?.body;
    expect(heard('wren')).toBe('- known\n- the song\n  - its end\n\n### The dream\n\nA bell.');
    expect(heard('Iseult')).toBe('- known\n- the debt');
    expect(heard('Bramble')).toBe('- known');
    expect(heard()).toBe('- known');
    const hidden = heardBy([section('- <!-- whisper: Wren --> the song\n- the rest', 'gm')], ['Wren']);
    expect(visibleSections(hidden, 'players')).toMatchObject([{ body: '- the song' }]);
    expect(visibleSections(hidden, 'public')).toEqual([]);
    expect(itemsOf(section(body, 'public')).map(({ whisper }) => whisper.join('+'))).toContain(
      'Torvin+Iseult',
    );
    expect(withoutMarkers(body)).not.toContain('whisper');
  });

  it.each([
    '- the song <!-- whisper: Wren -->',
    '- **<!-- whisper: Wren --> the song**',
    '- <!-- whisper: --> the song',
    '- <!-- whisper Wren --> the song',
    '- <!-- whisper: Wren the song',
    `- <!-- whisper: ${'W'.repeat(300)} --> the song`,
    '- <-- whisper: Wren --> the song',
    '- <!-- whisper: Wren --> <!-- gm --> the song',
    '- <!-- whisper: Wren --> <!-- whisper: Torvin --> the song',
  ])('[R1.4] hides what is no whisper, but may be meant as one: “%s”', (body) => {
    expect(seen(body)).toBe('');
    expect(visibleSections(heardBy([section(body, 'public')], ['Wren']), 'players')).toEqual([]);
  });

  it('[R1.4] lets no character hear what is whispered to one whose name has a comma', () => {
    const name = 'Wren, the Bold <of> Oldmere';
    const marked = withItemVisibility('- the song', 0, `whisper: ${whisperName(name)}`);
    const heard = (...names: string[]) =>
      visibleSections(heardBy([section(marked, 'public')], names), 'players').map(({ body }) => body);
    expect(heard(name)).toEqual(['- the song']);
    expect(heard('Wren')).toEqual([]);
  });

  it('[R1.4] marks an item as a whisper, and takes it back', () => {
    const marked = withItemVisibility('- known\n- the song', 1, 'whisper: Wren');
    expect(marked).toBe('- known\n- <!-- whisper: Wren --> the song');
    expect(withItemVisibility(marked, 1, null)).toBe('- known\n- the song');
    expect(withItemVisibility(marked, 1, 'players')).toBe('- known\n- <!-- players --> the song');
  });

  it('[R1.4] shows a visible item of a hidden section under a title that reveals nothing', () => {
    const own = section('- secret\n- <!-- public --> known', 'gm', { title: 'The traitors' });
    expect(visibleSections([own], 'public')).toEqual([
      { key: 'npcs', title: 'People', body: '- known', visibility: 'public', source: 'user' },
    ]);
    expect(visibleSections([{ ...own, key: 'traitors' }], 'public')[0]).toMatchObject({
      key: 'more',
      title: 'More',
    });
  });

  it('[R1.4] hides a scene by its heading, up to the next heading of the same level', () => {
    const body =
      '### One\n\ntext\n\n### <!-- gm --> Two\n\nsecret\n\n- event\n\n#### Deeper\n\nx\n\n### Three\n\ny';
    expect(seen(body)).toBe('### One\n\ntext\n\n### Three\n\ny');
    expect(seen('### <!-- public --> Two\n\nshown\n\n### Three\n\nsecret', 'public', 'gm')).toBe(
      '### Two\n\nshown',
    );
  });

  it('[R1.4] applies a marker on its own line to the paragraph, heading or whole list below', () => {
    expect(seen('<!-- gm -->\nsecret\n\nshown')).toBe('shown');
    expect(seen('<!-- gm -->\n\nsecret\n\nshown')).toBe('shown');
    expect(seen('<!-- gm -->\n- a\n- b\n\n- c\n\nshown')).toBe('shown');
    expect(seen('<!-- gm -->\n## Scene\n\nsecret')).toBe('');
    expect(seen('<!-- public -->\n- a\n\n- secret', 'public', 'gm')).toBe('- a');
  });

  it.each([
    '- <!-- gm> secret',
    '- <!-- gm',
    '- <!-- secret --> secret',
    '- <!-- Players, public --> secret',
    '- <!--- gm ---> secret',
    '- secret <!-- gm -->',
    '- **<!-- gm --> secret**',
    '- <!-- public --> <!-- gm --> secret',
    '- <-- gm --> secret',
    '- <!– gm –> secret',
    '- &lt;!-- gm --&gt; secret',
    '- <gm> secret',
    '> <!-- GM --> secret',
    '1. [ ] <!--gm--> secret',
    '\u200b<!-- gm --> secret',
    'first <!-- a\n\nsecret\n\n-->',
    '<!-- gm -->\n```\nsecret\n\nsecret\n```',
    '<!-- gm -->\r\nsecret\rsecret',
    'Title <!-- gm -->\n===\n\nsecret',
    '- x\n  ```\n### <!-- gm --> Hidden\nsecret\n  ```\n\nsecret',
  ])('[R1.4] fails safe: %j', (body) => {
    expect(seen(body)).not.toContain('secret');
    expect(seen(body, 'players')).not.toContain('secret');
    expect(seen(body, 'gm')).toContain(body.includes('secret') ? 'secret' : 'gm');
  });

  it.each([
    '- <!-- public --> x\n  ```\n- secret\n\nsecret',
    '- <!-- public --> x\n\nsecret',
    '- <!-- public --> x\n\n secret',
    '<!-- public --> x\n\n  secret',
    '### <!-- public --> x\n- a\n  ```\n### B\nsecret\n  ```\n\nsecret',
  ])('[R1.4] a marker makes nothing else visible: %j', (body) => {
    expect(seen(body, 'public', 'gm')).not.toContain('secret');
  });

  it('[R1.4] reads the blocks that Markdown reads, also where lines look like others', () => {
    expect(seen('```\n# no heading\n```\n\nshown')).toBe('```\n# no heading\n```\n\nshown');
    expect(seen('- <!-- gm --> a\n\n  ### <!-- public --> b\n\n- shown')).toBe('- shown');
    expect(seen('- <!-- gm --> secret\n> meant as a part of it')).toBe('');
    expect(seen('- <!-- gm --> a\n  1995. is a year\n- shown')).toBe('- shown');
  });

  it.each([
    '- <!-- public --> a\n\n  ### <!-- public --> b\n\n- secret',
    '    - <!-- public --> code\n  - secret',
    '    <!-- public -->\n\n- secret',
  ])('[R1.4] a marker in an item or in code reveals nothing outside it: %j', (body) => {
    expect(seen(body, 'public', 'gm')).not.toMatch(/^\s*- secret/m);
  });

  it('[R1.4] hides all of a text with markers that would take long to read, and shows it without', () => {
    const long = `- a\n${'  b '.repeat(6000)}`;
    expect(seen(long)).toContain('b');
    expect(seen(`${long}\n  - <!-- public --> c`)).toBe('');
  });

  it('for the game master, taking the markers out needs no parser', () => {
    for (const body of [
      '- <!-- gm --> a\n  - [ ] <!-- public --> b',
      '> <!-- GM --> c',
      '### <!--players--> d',
    ])
      expect(withoutMarkers(body)).toBe(seen(body, 'gm'));
    expect(withoutMarkers('a <!-- gm --> b <!-- other -->')).toBe('a <!-- gm --> b <!-- other -->');
    expect(withoutMarkers(' '.repeat(200_000)).length).toBe(200_000);
    expect(seen(`${'\u200b'.repeat(100)}x <!-- gm --> b`, 'gm')).toContain('x <!-- gm --> b');
  });

  it('[R1.4] never reveals a secret of a random document', () => {
    const visibility = fc.constantFrom<Visibility>('gm', 'players', 'public');
    const marker = fc.option(fc.oneof(visibility, fc.constantFrom('secret', 'public players', 'gn')), {
      nil: null,
    });
    const leaf = fc.record({ kind: fc.constantFrom('text', 'item', 'nested', 'heading'), marker });
    fc.assert(
      fc.property(visibility, fc.array(leaf, { maxLength: 14 }), visibility, (own, leaves, audience) => {
        const { body, expected } = documentOf(leaves, own);
        const shown = visibleSections([section(body, own)], audience)[0]?.body ?? '';
        for (const [index, each] of expected.entries()) {
          expect(shown.includes(`token${index}x`), `${body}\n→ ${shown}`).toBe(isFor(audience, each));
        }
        if (audience !== 'gm') expect(shown).not.toContain('<!');
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[R1.4] hides what a Markdown parser sees inside a hidden list item, however hostile the text', () => {
    const fragment = fc.constantFrom(
      ...[
        '- ',
        '<!-- gm --> ',
        '<!-- public -->',
        '\n',
        '\n\n',
        '  ',
        '    ',
        '```',
        '> ',
        '# ',
        '---\n',
        '1. ',
      ],
      ...['\t', 'word', '\r', '~~~', '<div>', '-->', '<!--', '\u00a0', '* '],
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
        const body = fragments.map((text, index) => (text === 'word' ? `token${index}x ` : text)).join('');
        const shown = seen(body);
        for (const token of hiddenByParser(body)) expect(shown, JSON.stringify(body)).not.toContain(token);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('markers of items', () => {
  it('reports what was chosen for each item and what follows from it', () => {
    const body = '- a\n- <!-- gm --> b\n  - c';
    expect(itemsOf(section(body, 'players'))).toMatchObject([
      { index: 0, kind: 'listItem', own: null, visibility: 'players', text: '- a' },
      { index: 1, own: 'gm', visibility: 'gm', text: '- b' },
      { index: 2, own: null, visibility: 'gm' },
    ]);
  });

  it('sets, replaces and removes a marker without changing anything else', () => {
    const body = '# Title\n\ntext\n\n- a\n  - [ ] b';
    expect(withItemVisibility(body, 3, 'gm')).toBe('# Title\n\ntext\n\n- a\n  - [ ] <!-- gm --> b');
    expect(withItemVisibility('- <!-- gm --> a', 0, 'public')).toBe('- <!-- public --> a');
    expect(withItemVisibility('- <!-- gn --> a', 0, 'players')).toBe('- <!-- players --> a');
    expect(withItemVisibility('### <!-- gm --> a', 0, null)).toBe('### a');
  });

  it('reads a long hostile body without delay', () => {
    for (const text of [' ', '<', '> ', '- ', '<!--', '`', '\t', '#', '< ']) {
      expect(() => seen(text.repeat(200_000 / text.length))).not.toThrow();
    }
  });
});

interface Leaf {
  kind: string;
  marker: string | null;
}

function documentOf(leaves: readonly Leaf[], section: Visibility) {
  const known = (marker: string | null): Visibility | null =>
    marker === null ? null : marker === 'gm' || marker === 'players' || marker === 'public' ? marker : 'gm';
  const less = (one: Visibility, other: Visibility) => (isFor(one, other) ? one : other);
  let scene: Visibility | null = null;
  let item: Visibility | null = null;
  const expected: Visibility[] = [];
  const lines = leaves.map(({ kind, marker }, index) => {
    const own = known(marker);
    const outer: Visibility | null = kind === 'nested' && item !== null ? item : scene;
    const visibility =
      kind === 'heading' ? (own ?? section) : outer === null ? (own ?? section) : less(own ?? outer, outer);
    if (kind === 'heading') [scene, item] = [own, null];
    if (kind === 'item') item = visibility;
    if (kind === 'text') item = null;
    expected.push(visibility);
    const words = `${marker === null ? '' : `<!-- ${marker} --> `}token${index}x`;
    if (kind === 'heading') return `\n### ${words}\n`;
    if (kind === 'item') return `\n- ${words}`;
    return kind === 'nested' && item !== null ? `  - ${words}` : `\n${words}\n`;
  });
  return { body: lines.join('\n'), expected };
}

interface Node {
  type: string;
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
  children?: Node[];
}

function hiddenByParser(body: string): string[] {
  const tokens: string[] = [];
  const visit = (node: Node) => {
    const source = body.slice(node.position?.start.offset, node.position?.end.offset);
    if (node.type === 'listItem' && /^(?:[-*]|1\.)[ \t]*<!-- gm -->/.test(source))
      tokens.push(...(source.match(/token\d+x/g) ?? []));
    node.children?.forEach(visit);
  };
  visit(fromMarkdown(body) as Node);
  return tokens;
}
