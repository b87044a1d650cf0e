import type { FileSession, NotesFile } from '#contract/notes-file.ts';
import { resultParts } from '#contract/result-parts.ts';
import fc from '#tests/support/property.ts';

export const hostileNames = [
  'Élara',
  'E\u0301lara',
  'ÉLARA',
  'Raven',
  'raven',
  'a/b\\c:d*e?f"g<h>i|j',
  'a:b',
  '[[Elara]]',
  'x [[ y',
  ']]|#^',
  '%% hearthscribe:end %%',
  '100%% sure',
  '\\[\\[escaped\\]\\]',
  '\\%\\%',
  '🐉 Ember 👨‍👩‍👧‍👦',
  '🐉'.repeat(64),
  'ü'.repeat(127),
  'שלום עולם',
  '\u202eright to left\u202c',
  'CON',
  'nul.md',
  '.hidden',
  'ends with dot.',
  'C #',
  '# Heading',
  '--- ',
  '<!-- gm -->',
  '*bold* _it_ `code`',
  'tab\tand\nline',
  '"quoted": yes',
  '- dash',
  '1. one',
  '@everyone',
  'A|B',
  'Hearthscribe',
] as const;

export const nameArbitrary = fc
  .oneof(fc.constantFrom(...hostileNames), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
  .filter((name) => name.trim() !== '' && !/\0|\p{Surrogate}/u.test(name));

const line = fc.oneof(
  nameArbitrary,
  fc.constantFrom(
    '',
    '# High',
    '## Summary',
    'Underlined\n---',
    'Two\nlines\n===',
    '```',
    '~~~~ js',
    '<!--',
    '-->',
    '<script>',
    '<div>',
    '    indented',
    '> quote',
    '- item',
    '  - nested',
    '| a | b |\n|---|---|\n| Raven | x |',
    '[a]: http://x',
    '%% note %%',
    '<!-- gm --> hidden',
    '- <!-- players --> **Mira**: a spy',
    '**Raven** met Élara and **Raven** again.',
    '[Raven](https://example.org/raven)',
    'see [[People/Raven|Raven]] and [[Nobody]]',
  ),
);

const body = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
const entries = fc
  .array(fc.tuple(nameArbitrary, line), { maxLength: 6 })
  .map((items) => items.map(([name, text]) => `- **${name}**: ${text}`).join('\n'));

const section = fc.record({
  key: fc.oneof(
    fc.constantFrom(...resultParts.map(({ key }) => key)),
    fc.uuid().map((id) => `own-${id}`),
  ),
  title: nameArbitrary.map((name) => name.trim().slice(0, 100).trim()),
  body: fc.oneof(body, entries),
  visibility: fc.constantFrom('gm' as const, 'players' as const, 'public' as const),
});

const session = fc.record({
  title: nameArbitrary.map((name) => name.trim().slice(0, 190).trim()),
  playedAt: fc.constantFrom(null, '2026-03-12T00:00:00.000Z', '2026-03-12T18:30:00.000Z'),
  sections: fc.uniqueArray(section, { maxLength: 6, selector: ({ key }) => key }),
});

export const documentArbitrary: fc.Arbitrary<NotesFile> = fc
  .record({
    title: nameArbitrary.map((name) => name.trim().slice(0, 190).trim()),
    sessions: fc.array(session, { minLength: 1, maxLength: 4 }),
  })
  .map(({ title, sessions }) => ({
    format: 'hearthscribe-notes',
    version: 1,
    audience: 'gm',
    campaign: { title },
    sessions: sessions.map(
      ({ title: name, playedAt, sections: own }, index): FileSession => ({
        title: name,
        order: index + 1,
        playedAt,
        sections: own,
      }),
    ),
  }));
