import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type NotesFile, withoutAdded } from '#contract/notes-file.ts';
import { highlightsLabel } from '#contract/result-parts.ts';
import { discordMessages, mostMessageCharacters } from '#server/exports/formats/discord.ts';
import { documentFor, oneLine, trimmedBody } from '#server/exports/formats/document.ts';
import { renderHtml } from '#server/exports/formats/html.ts';
import { readJson, renderJson } from '#server/exports/formats/json.ts';
import { type ReadSession, readMarkdown, renderMarkdown } from '#server/exports/formats/markdown.ts';
import { plainText, renderText } from '#server/exports/formats/plain-text.ts';
import { renderYaml } from '#server/exports/formats/yaml.ts';
import { readNotesFile } from '#server/exports/imports/read-notes-file.ts';
import { mergeVault } from '#server/exports/vault/merge-vault.ts';
import { readVault } from '#server/exports/vault/read-vault.ts';
import { renderVault } from '#server/exports/vault/vault.ts';
import fc from '#tests/support/property.ts';
import { documentArbitrary } from './notes-documents.ts';
import { resolveWikilink, wikilinksIn } from './vault-links.ts';

const markdownOf = (document: NotesFile) => [...renderMarkdown(document)].join('');
const htmlOf = (document: NotesFile) => [...renderHtml(document)].join('');
const vaultOf = (document: NotesFile) => [...renderVault(document)];

const runs = { numRuns: Number(process.env.EXPORT_RUNS ?? 25) };

const withSessions = (document: NotesFile, sessions: readonly ReadSession[]): NotesFile => ({
  ...document,
  sessions: sessions.map((session, index) => ({ ...session, order: index + 1 })),
});

const kept = ({ sessions }: NotesFile) =>
  sessions.map(({ title, playedAt, sections }) => ({
    title: oneLine(title),
    playedAt,
    sections: sections
      .filter(({ body }) => trimmedBody(body) !== '')
      .map(({ key, title: name, visibility }) => ({ key, title: name, visibility })),
  }));

const marked = documentFor(
  null,
  [
    {
      title: 'The Bell Below',
      order: 1,
      playedAt: null,
      sections: [{ key: 'summary', title: 'The story', body: 'It was wet.', visibility: 'gm' }],
      marks: [{ atMs: 61_000, word: 'the bell' }],
    },
  ],
  'gm',
);

const chapel: NotesFile = documentFor(
  { title: 'The Drowned Chapel' },
  [
    {
      title: 'The Bell Below',
      order: 1,
      playedAt: '2026-03-12T00:00:00.000Z',
      sections: [
        { key: 'shortSummary', title: 'In short', body: 'They rang the bell.', visibility: 'players' },
        {
          key: 'summary',
          title: 'The story',
          body: 'Mira led them down.\n\n## The crypt\n\nIt was wet.',
          visibility: 'gm',
        },
        {
          key: 'memorableMoments',
          title: 'Memorable moments',
          body: '- “Not again!” — Bram',
          visibility: 'players',
        },
        {
          key: 'scenes',
          title: 'Scenes',
          body: '### The stair\n\nDown they went.\n\n- They fell',
          visibility: 'players',
        },
        {
          key: 'npcs',
          title: 'People',
          body: '- **Mira**: A guide.\n- <!-- gm --> **Ossian**: The traitor, brother of Mira.',
          visibility: 'players',
        },
        { key: 'locations', title: 'Places', body: '- **The Chapel**: Drowned.', visibility: 'public' },
        { key: 'items', title: 'Items', body: '- **Bell**: Cracked.', visibility: 'gm' },
        {
          key: 'quests',
          title: 'Quests',
          body: '- **Find the clapper** (active)\n  - They asked Mira',
          visibility: 'gm',
        },
        { key: 'own-1', title: 'Spells', body: '- **Light**: cast twice', visibility: 'gm' },
      ],
    },
  ],
  'gm',
);

describe('JSON', () => {
  it('[D6] export, import and export return the same bytes for any notes', () => {
    fc.assert(
      fc.property(documentArbitrary, (document) => {
        const once = renderJson(document);
        expect(renderJson(readJson(once)!)).toBe(once);
      }),
      runs,
    );
  });

  it('rejects other versions', () => {
    expect(readJson(renderJson(chapel))).toEqual(chapel);
    expect(readJson(renderJson(chapel).replace('"version": 1', '"version": 2'))).toBeNull();
    expect(readJson('{}')).toBeNull();
    expect(readJson('no JSON')).toBeNull();
  });
});

describe('Markdown', () => {
  it('[D6] export and import keep sessions, sections and visibility; a second export is identical', () => {
    fc.assert(
      fc.property(documentArbitrary, (document) => {
        const text = markdownOf(document);
        const read = withSessions(document, readMarkdown(text, 'Untitled'));
        expect(kept(read)).toEqual(kept(document));
        expect(markdownOf(read)).toBe(text);
      }),
      runs,
    );
  });

  it('[D6] has the headings of the app, and reads those of earlier exports', () => {
    const [session] = chapel.sessions;
    const headings = markdownOf(chapel).match(/^## .*$/gm);
    expect(headings).toEqual(session?.sections.map(({ title }) => `## ${title}`));
    const read = readMarkdown('# One\n\n## NPCs\n\nA\n\n## Lines worth keeping\n\nB', 'x');
    expect(read[0]?.sections.map(({ key }) => key)).toEqual(['npcs', 'memorableMoments']);
  });

  it('[D6] leaves out “Please check”, whoever gets it', () => {
    const sections = [
      { key: 'toConfirm', title: 'Please check', body: '- Is Mira a smith?', visibility: 'players' },
      { key: 'npcs', title: 'People', body: '- **Mira**', visibility: 'players' },
    ] as const;
    const session = { title: 'One', order: 1, playedAt: null, sections: [...sections] };
    for (const audience of ['gm', 'players'] as const)
      expect(renderJson(documentFor(null, [session], audience))).not.toContain('smith');
  });

  it('reads a document written by a person', () => {
    const text =
      '---\nauthor: me\n---\nA note.\n\n# Night one\n\n## NPCs ##\n\n- **Mira**: a guide\n\nRumours\n-------\n\nNone.\n';
    expect(readMarkdown(text, 'my notes')).toEqual([
      {
        title: 'my notes',
        playedAt: null,
        sections: [{ key: 'own-notes', title: 'Notes', visibility: 'gm', body: 'A note.' }],
      },
      {
        title: 'Night one',
        playedAt: null,
        sections: [
          { key: 'npcs', title: 'People', visibility: 'gm', body: '- **Mira**: a guide' },
          { key: 'own-rumours', title: 'Rumours', visibility: 'gm', body: 'None.' },
        ],
      },
    ]);
  });
});

describe('what each audience gets', () => {
  it.each(['markdown', 'yaml', 'json', 'html', 'text', 'discord', 'obsidian'] as const)(
    '[D6] %s for players contains nothing that only the game master may see',
    (format) => {
      const document = documentFor(chapel.campaign, chapel.sessions, 'players');
      const text = {
        markdown: markdownOf,
        yaml: renderYaml,
        json: renderJson,
        html: htmlOf,
        text: (one: NotesFile) => [...renderText(one)].join(''),
        discord: (one: NotesFile) => discordMessages(one).join('\n'),
        obsidian: (one: NotesFile) => JSON.stringify(vaultOf(one)),
      }[format](document);
      expect(text).toContain('Mira');
      expect(text).not.toMatch(/Ossian|traitor|crypt|clapper|<!-- gm/);
      expect(text).not.toContain('hearthscribe: {');
    },
  );
});

it('says to players that the notes are highlights, also if the part that says so is the game master’s', () => {
  const label = {
    key: 'summary',
    title: 'Scenes',
    body: `*${highlightsLabel}*\n\nIt rang.`,
    visibility: 'gm',
  } as const;
  const people = { key: 'npcs', title: 'People', body: '- Ada', visibility: 'players' } as const;
  const bodies = (sections: (typeof label | typeof people)[], audience: 'gm' | 'players') =>
    documentFor(
      null,
      [{ title: 't', order: 1, playedAt: null, sections }],
      audience,
    ).sessions[0]?.sections.map(({ body }) => body);
  expect(bodies([label, people], 'players')).toEqual([`*${highlightsLabel}*\n\n- Ada`]);
  expect(bodies([label, people], 'gm')).toEqual([label.body, people.body]);
  expect(bodies([people], 'players')).toEqual([people.body]);
});

describe('YAML', () => {
  it('uses keys that other tools read', () => {
    expect(parse(renderYaml(chapel))).toEqual({
      title: 'The Bell Below',
      playedAt: '2026-03-12',
      summary: 'Mira led them down.\n\n### The crypt\n\nIt was wet.',
      short_summary: 'They rang the bell.',
      npcs: [
        { name: 'Mira', description: 'A guide.' },
        { name: 'Ossian', description: 'The traitor, brother of Mira.' },
      ],
      locations: [{ name: 'The Chapel', description: 'Drowned.' }],
      items: [{ name: 'Bell', description: 'Cracked.' }],
      spells: [{ name: 'Light', description: 'cast twice' }],
      memorable_moments: ['“Not again!” — Bram'],
      scenes: [{ title: 'The stair', description: 'Down they went.\n\n- They fell' }],
      sections: [{ title: 'Quests', text: '- **Find the clapper** (active)\n  - They asked Mira' }],
      campaign: 'The Drowned Chapel',
    });
  });

  it('can be parsed for any notes', () => {
    fc.assert(
      fc.property(documentArbitrary, (document) => {
        const read = parse(renderYaml(document));
        const [first] = document.sessions;
        expect((read.sessions?.[0] ?? read).title).toBe(first?.title);
      }),
      runs,
    );
  });
});

it('[D6] Discord messages end with a sentence where one ends in their second half', () => {
  const body = Array.from({ length: 120 }, (_, at) => `Sentence ${at} says what the party did next.`).join(
    ' ',
  );
  const story = { key: 'summary', title: 'The story', body, visibility: 'gm' } as const;
  const messages = discordMessages(
    documentFor(null, [{ title: 't', order: 1, playedAt: null, sections: [story] }], 'gm'),
  );
  expect(messages.length).toBeGreaterThan(2);
  for (const message of messages.slice(1)) expect(message).toMatch(/^Sentence [\s\S]*next\.$/);
  expect(messages.slice(1).join(' ')).toBe(body);
});

describe('the day of a session', () => {
  const at = (playedAt: string) => withSessions(chapel, [{ ...chapel.sessions[0]!, playedAt }]);
  const readBack = (text: string) => readMarkdown(text, 'untitled')[0]!.playedAt;

  it('is in words for people, never a timestamp, and read back to the millisecond', () => {
    const exact = '2026-11-27T04:03:09.888Z';
    const line = markdownOf(at(exact)).split('\n')[2]!;
    expect(line.replace(/<!--.*?-->/, '').trim()).toBe('*Played on 27 November 2026*');
    for (const playedAt of [exact, '2026-03-12T00:00:00.000Z'])
      expect(readBack(markdownOf(at(playedAt)))).toBe(playedAt);
    for (const text of [htmlOf(at(exact)), [...renderText(at(exact))].join('')]) {
      expect(text.replace(/<[^>]*>/g, '')).toContain('Played on 27 November 2026');
      expect(text).not.toContain('T04:03');
    }
  });

  it('is read from words, and from files of earlier versions', () => {
    const written = (line: string) => readBack(`# The Bell\n\n${line}\n`);
    expect(written('*Played on 3 March 2026*')).toBe('2026-03-03T00:00:00.000Z');
    expect(written('*Played on 2026-03-03*')).toBe('2026-03-03T00:00:00.000Z');
    expect(written('*Played on 2026-03-03, 2026-03-03T19:00:00.000Z*')).toBe('2026-03-03T19:00:00.000Z');
    expect(written('*Played on 3 Nonsense 2026*')).toBeNull();
  });
});

describe('Obsidian vault', () => {
  it('has under a name that the notes only list what they say of it elsewhere, each once', () => {
    const [note] = vaultOf(
      documentFor(
        null,
        [
          {
            title: 'Bells',
            order: 1,
            playedAt: null,
            sections: [
              {
                key: 'shortSummary',
                title: 'In short',
                body: 'Ines: “Oda opens her hand.”\n\nOdalia sleeps.',
                visibility: 'gm',
              },
              {
                key: 'ownWords',
                title: 'The evening',
                body: '### “Oda opens her hand”\n\n- Ines: “Oda opens her hand.”\n- Theo: “Geese.”',
                visibility: 'gm',
              },
              { key: 'npcs', title: 'People', body: '**Met**\n\n- **Oda**', visibility: 'gm' },
            ],
          },
        ],
        'gm',
      ),
    ).filter(({ name }) => name === 'People/Oda.md');
    expect(note?.content.match(/^- .*$/gm)).toEqual(['- Ines: “Oda opens her hand.”']);
  });

  it('[D6] every link resolves, and note names are unique on any file system', () => {
    fc.assert(
      fc.property(documentArbitrary, (document) => {
        const files = vaultOf(document);
        const links = files.flatMap(({ content }) => wikilinksIn(content));
        expect(links.filter((link) => resolveWikilink(link, files) === null)).toEqual([]);
        const names = files.map(({ name }) => name.normalize('NFC').toLowerCase());
        expect(new Set(names).size).toBe(names.length);
        for (const { name } of files) {
          const [file = ''] = name.split('/').slice(-1);
          expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
          expect(file).not.toMatch(/[\\:*?"<>|#^[\]%]|[. ]\.md$|^\./);
        }
      }),
      runs,
    );
  });

  it('[D6] export and import keep the notes; a second export has the same session notes', () => {
    fc.assert(
      fc.property(documentArbitrary, (document) => {
        const files = vaultOf(document);
        const read = withSessions(document, readVault(files));
        expect(kept(read)).toEqual(kept(document));
        const sessionsOf = (vault: typeof files) => vault.filter(({ name }) => name.startsWith('Sessions/'));
        expect(sessionsOf(vaultOf(read))).toEqual(sessionsOf(files));
      }),
      runs,
    );
  });

  it('[D6] uses names of the exported text if a heading has moved down', () => {
    const session = (order: number, body: string) => ({
      title: `Evening ${order}`,
      order,
      playedAt: null,
      sections: [{ key: 'items', title: 'Items', body, visibility: 'gm' as const }],
    });
    const document = documentFor(
      { title: 'Élara' },
      [
        session(1, '- <!-- players --> **Mira**: a spy\nUnderlined\n---'),
        session(2, '- **Bell**: Underlined'),
      ],
      'gm',
    );
    const files = vaultOf(document);
    expect(vaultOf(withSessions(document, readVault(files)))).toEqual(files);
  });

  it.each([
    ['headings', '### Met', '### Mentioned, not met'],
    ['bold lines', '**Met**', '**Mentioned, not met**'],
  ])('[D6] reads the names below %s, not the %s themselves', (_, met, mentioned) => {
    const body = `${met}\n\n- **Mira**: A guide. They Met.\n\n${mentioned}\n\n- **Ossian**: A traitor.`;
    const people = { key: 'npcs', title: 'People', body, visibility: 'gm' } as const;
    const files = vaultOf(
      documentFor(null, [{ title: 't', order: 1, playedAt: null, sections: [people] }], 'gm'),
    );
    expect(files.map(({ name }) => name).filter((name) => name.startsWith('People/'))).toEqual([
      'People/Mira.md',
      'People/Ossian.md',
    ]);
    expect(files.find(({ name }) => name.startsWith('Sessions/'))?.content).not.toContain('[[People/Met');
  });

  it('links people, places, items and quests, and says when they were met', () => {
    const files = new Map(vaultOf(chapel).map(({ name, content }) => [name, content]));
    expect([...files.keys()]).toEqual([
      'Hearthscribe.md',
      'Sessions/Session 1.md',
      'People/Mira.md',
      'People/Ossian.md',
      'Places/The Chapel.md',
      'Items/Bell.md',
      'Quests/Find the clapper.md',
    ]);
    expect(files.get('Sessions/Session 1.md')).toContain('[[People/Mira|Mira]] led them down.');
    expect(files.get('People/Ossian.md')).toContain('brother of [[People/Mira|Mira]]');
    expect(files.get('People/Mira.md')).toContain('## [[Sessions/Session 1|The Bell Below]]');
    expect(files.get('Quests/Find the clapper.md')).toContain('status: active');
  });

  it('[D6] an update over an edited vault loses nothing that a person wrote', () => {
    const written = fc.array(fc.stringMatching(/^[a-z]{3,12} [a-z]{3,12}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(documentArbitrary, documentArbitrary, written, (first, second, words) => {
        const vault = vaultOf(first).map(({ name, content }, index) => ({
          name: `My vault/${name}`,
          content: content
            .replace(/^---\n/, `---\nmine: ${words[0]}\n`)
            .replace(/%% hearthscribe:end %%/, index % 2 ? `inside ${words[0]}\n\n$&` : '$&')
            .replace('%% hearthscribe:begin', `above ${words[0]}\n\n$&`)
            .concat(words.map((word) => `\nbelow ${word}\n`).join('')),
        }));
        const merged = new Map(
          [...mergeVault(vault, vaultOf(second))].map(({ name, content }) => [name, content]),
        );
        for (const { name, content } of vault) {
          const now = merged.get(name);
          if (now === undefined) continue;
          const wanted = content.match(/^(?:mine:|above|below|inside) .*$/gm) ?? [];
          for (const line of wanted) expect(now).toContain(line);
        }
      }),
      runs,
    );
  });

  it('an update without edits is a plain export, and a second one changes nothing', () => {
    const files = vaultOf(chapel);
    expect([...mergeVault(files, files)]).toEqual(files);
  });
});

describe('Discord', () => {
  it('messages stay within the limit, and lose and split no word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1, maxLength: 900 });
    fc.assert(
      fc.property(words, fc.constantFrom('**', '*', '`', ''), (given, mark) => {
        const document = noteOf(`- ${mark}${given.join(' ')}${mark}\n- last`);
        const messages = discordMessages(document);
        const shown = messages.map(plainText).join(' ');
        expect(shown.match(/[a-z]+/g)).toEqual(['t', 'h', ...given, 'last']);
        for (const message of messages) {
          expect(message.length).toBeLessThanOrEqual(mostMessageCharacters);
          const marks = mark === '' ? [] : message.split(mark);
          expect(marks.length % 2).toBe(mark === '' ? 0 : 1);
        }
      }),
      runs,
    );
  });

  it('messages stay within the limit whatever the notes contain, and notify no one', () => {
    fc.assert(
      fc.property(documentArbitrary, (document) => {
        for (const message of discordMessages(document)) {
          expect(message.length).toBeLessThanOrEqual(mostMessageCharacters);
          expect(message.trim()).not.toBe('');
          expect(message).not.toMatch(/@everyone|@here|<@\d/);
        }
      }),
      runs,
    );
  });

  it('only cuts a word that is longer than a message, and code between its lines', () => {
    const long = discordMessages(noteOf(`${'x'.repeat(5000)} end`));
    expect(long.join('').match(/x/g)).toHaveLength(5000);
    const code = discordMessages(noteOf(`\`\`\`\n${'line of code\n'.repeat(400)}\`\`\``));
    for (const message of code) expect(message.match(/```/g)?.length).toBe(2);
  });

  it('reopens a link in the next message', () => {
    const [, second] = discordMessages(noteOf(`[${'word '.repeat(450)}](https://example.org/a)`));
    expect(second).toMatch(/^\[word .*\]\(https:\/\/example\.org\/a\)$/);
  });
});

describe('web page and plain text', () => {
  it('the page runs nothing, loads nothing and shows HTML in the notes as text', () => {
    const page = htmlOf(
      noteOf('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))'),
    );
    expect(page).not.toMatch(/<script|<img|javascript:/);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('@page');
  });

  it('plain text has no markup', () => {
    expect(plainText('**Bold** and [link](https://x.org)\n\n1. one\n2. two\n\n> said')).toBe(
      'Bold and link (https://x.org)\n\n1. one\n2. two\n\nsaid',
    );
  });
});

function noteOf(body: string): NotesFile {
  const sections = [{ key: 'own-1', title: 'h', body, visibility: 'gm' as const }];
  return documentFor(null, [{ title: 't', order: 1, playedAt: null, sections }], 'gm');
}

describe('the marks of a recording', () => {
  it.each([
    ['Markdown', () => markdownOf(marked)],
    ['JSON', () => renderJson(marked)],
  ])('are in %s, and an import leaves them out', async (_, rendered) => {
    expect(rendered()).toContain('1:01 the bell');
    const { sessions } = await readNotesFile(new TextEncoder().encode(rendered()));
    expect(sessions.flatMap(({ sections }) => sections.map(({ key }) => key))).toEqual(['summary']);
  });

  it('are in a vault, and an import leaves them out', () => {
    const [session] = withoutAdded(readVault(vaultOf(marked))[0]?.sections ?? []);
    expect(vaultOf(marked).some(({ content }) => content.includes('1:01 the bell'))).toBe(true);
    expect(session?.key).toBe('summary');
  });
});
