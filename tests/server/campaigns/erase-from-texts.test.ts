import { expect, it } from 'vitest';
import { isFor, itemsOf, visibleSections } from '#contract/visibility.ts';
import { sectionsWithout } from '#server/campaigns/erase-from-texts.ts';
import { createIsTheirs } from '#server/campaigns/erased-names.ts';
import { withoutLine } from '#server/campaigns/quoted-lines.ts';
import { isOrdinary } from '#server/erasure/erase-everywhere.ts';
import { expectNoHold, longestStretch } from '#tests/support/longest-stretch.ts';
import fc, { runs } from '#tests/support/property.ts';

const said = (text: string, segmentId: string) => ({
  text,
  evidence: { segmentIds: [segmentId], startMs: 0, endMs: 1 },
});

const erased = {
  isGone: (id: string) => id === 'gone',
  spanOf: () => undefined,
  isVoice: () => false,
  repeats: (text: string) => text.includes('Again'),
  isTheirs: createIsTheirs(
    {
      people: [
        'Mira',
        'MIRA_X',
        'Kara',
        'Lena’s Kara',
        'Mira von Stein',
        'Player 2',
        '田中',
        'アレクサンドラ',
      ],
      characters: ['Gold Dragon', 'Vex of the Fen'],
    },
    { people: ['Oda', 'Lena'], characters: [] },
    isOrdinary,
  ),
};

const sectionOf = (body: string, visibility: 'gm' | 'players' | 'public' = 'gm') => ({
  key: 'summary',
  title: 'Summary',
  visibility,
  source: 'analysis' as const,
  body,
  lines: [said('The bell rang.', 'gone'), said('They left.', 'kept')],
});

const both = {
  ...said('Both heard it.', 'gone'),
  evidence: { segmentIds: ['gone', 'kept'], startMs: 0, endMs: 1 },
};

const bodyWithout = (body: string) => sectionsWithout([sectionOf(body)], erased)[0]?.body;

it.each([
  ['- The bell rang.\n- They left.', '- They left.'],
  ['- <!-- gm --> The bell rang.\n- They left.', '- They left.'],
  ['- <!-- whisper: Wren --> **Kara**: The bell rang.\n- They left.', '- They left.'],
  ['> 1. The bell rang. Twice.\n- They left.', '> 1. Twice.\n- They left.'],
  ['- **Mira\\_x**: The bell rang.\n- They left.', '- They left.'],
  ['- **Mira &amp; *Oda***: The bell rang.\n- They left.', '- They left.'],
  ['- **Mira** (quest): The bell rang.\n- They left.', '- They left.'],
  ['Story\n\nThe bell rang.\n===\n\nThey left.', 'Story\n\nThey left.'],
])('a line of an erased voice leaves with its signs, marker and name: %j', (body, left) => {
  const section = sectionOf(body);
  expect(sectionsWithout([section], erased)).toEqual([
    { ...section, body: left, lines: section.lines.slice(1) },
  ]);
});

it.each([
  ['- a\n- <!-- gm --> The bell rang.\n  - Proof', '- a\n- <!-- gm -->\n  - Proof'],
  ['<!-- gm --> The bell rang.\nProof', '<!-- gm -->\nProof'],
  ['<!-- gm --> The bell rang.\n- Proof', '<!-- gm -->\n- Proof'],
  ['## <!-- gm --> The bell rang.\n\nProof', '## <!-- gm -->\n\nProof'],
  ['## <!-- whisper: Wren --> The bell rang.\n\n## Told', '\n## Told'],
  ['<!-- players -->\nThe bell rang.\n\nsecret', '\nsecret'],
  ['- The bell rang. <!-- public --> Proof', '- <!-- gm --> Proof'],
])('what is hidden by the marker of an erased line stays hidden: %j', (body, left) => {
  expect(bodyWithout(body)).toBe(left);
});

it.each([
  ...[
    '**Mira:** ',
    '**Mira** : ',
    '**Mira**：',
    '__Mira:__ ',
    '*Mira*: ',
    '_Mira:_ ',
    '***Mira:*** ',
    '`Mira`: ',
    'Mira: ',
    'MIRA : ',
    '[[Mira]]: ',
    '[Mira](/people/mira): ',
    '**Mira (quest):** ',
    '**Mira (quest)**: ',
    'Dr. J. Mira: ',
    '**Mrs. Mira**: ',
    '(0:12:03) Mira: ',
    '**Mira** — ',
    '*Mira* – ',
    'Mira - ',
    'Mira and Oda say: ',
    'Kara (Lena): ',
    'LÉNA’S KARA: ',
    'Mira & Oda: ',
    'Mira, Oda: ',
    'Oda, Mira and Lena: ',
    'Mira und Oda: ',
    'Mira and Tom: ',
    'Mira whispered to Oda Brask: ',
    'Stein: ',
    'Vex: ',
    'Gold Dragon: ',
  ].flatMap((label) => [`- ${label}The bell rang.`, `${label}“The bell rang.”`]),
  '**Mira: The bell rang.**',
  '- **Mira:** *The bell rang.* *(0:12:03)*',
  '- **Mira:** The bell rang. [12:03](/s?line=a)',
  '“The bell rang.” — Mira',
  '“The bell rang.” (Mira)',
  '- “The bell rang.” (Mira) *(0:12:03)*',
  '- “The bell rang.” *(0:12:03)* (Mira)',
  '“The bell rang.” (田中)',
  '**アレクサンドラ**: The bell rang.',
  '- 田中: The bell rang.',
  '“The bell rang.” (Mira von Stein)',
  'Mira von Stein: The bell rang.',
  'Player 2: The bell rang.',
  '“The bell rang.” — *Mira*',
  '“The bell rang.” — Kara (Lena)',
  'mira - The bell rang.',
  '- (0:12:03) The bell rang.',
  'Mira whispers to Oda: “The bell rang.”',
  '*The bell rang.* – Dr. Mira',
  'Mira:\nThe bell rang.',
  '- **Mira:**\n  - The bell rang.',
  '### Mira:\n\nThe bell rang.',
])('no label tells whose erased words they were: %j', (told) => {
  for (const left of told.startsWith('#') ? ['## Oda'] : ['They left.', '## Oda', '- They left.'])
    expect([`${told}\n\n${left}`, `${left}\n\n${told}`].map((body) => bodyWithout(body)?.trim())).toEqual([
      left,
      left,
    ]);
});

it.each([
  ['They left. **Mira:** The bell rang.', 'They left.'],
  ['They left. **Mira:** “The bell rang.” **Oda:** No.', 'They left. **Oda:** No.'],
  ['**Mira:** The bell rang. **Oda:** No.', '**Oda:** No.'],
  ['They left. “The bell rang.” — Mira', 'They left.'],
  ['- **Mira:** The bell rang. Twice.', '- **Mira:** Twice.'],
  ['- **Seen**: A bell; The bell rang.; an owl', '- **Seen**: A bell; an owl'],
  ['- **Seen**: The bell rang.; an owl', '- **Seen**: an owl'],
  ['- **Mira:** They left. The bell rang.', '- **Mira:** They left.'],
  ['- **Mira**:\n  - The bell rang.\n  - They left.', '- **Mira**:\n  - They left.'],
  ['Mira:\nThe bell rang.\nThey left.', 'Mira:\nThey left.'],
  ['Mira:\n- “The bell rang.”\n- **Mira:** The bell rang.\n\nThey left.', '\nThey left.'],
  ['**Met**\n\n- **Mira**: The bell rang.\n\n- **Oda**: No.', '**Met**\n\n- **Oda**: No.'],
  ['Mira:\nThe bell rang.\nOda:\nNo.', 'Oda:\nNo.'],
  ['**Mira**\n\nThe bell rang.\n\n## Next', '\n\n## Next'],
  ['**Mira**\n\nThe bell rang.\n\n**Oda**\n\nNo.', '\n\n**Oda**\n\nNo.'],
  ['**Loot**\n\nThe bell rang.\n\nForty gold.', '**Loot**\n\nForty gold.'],
  ['They left. “The bell rang.” — Kara (Lena)', 'They left.'],
  ['“The bell rang.” — Kara (Lena). “They left.” — Oda', '“They left.” — Oda'],
  ['They left. *(0:12:03)* Mira: The bell rang.', 'They left. *(0:12:03)*'],
])('labels stay with what else they tell of: %j', (body, left) => {
  expect(bodyWithout(body)).toBe(left);
});

it.each([
  ['**They killed the dragon**\n\nThe bell rang.\n\n## Next', '**They killed the dragon**\n\n## Next'],
  ['- **Oda owes us forty gold**\n  - The bell rang.', '- **Oda owes us forty gold**'],
  ['**We are all level 5 now.** The bell rang.', '**We are all level 5 now.**'],
  ['**彼らは竜を殺した**\n\nThe bell rang.', '**彼らは竜を殺した**'],
  ['“The bell rang.” — Oda paid forty gold.', '— Oda paid forty gold.'],
  ['**At 12:30 we left.** The bell rang.', '**At 12:30 we left.**'],
  ['**Victory!** The bell rang.', '**Victory!**'],
  ['- We agreed, and Oda pays for it: The bell rang.', '- We agreed, and Oda pays for it'],
  [
    'We agreed, and Oda pays for it:\n\nThe bell rang.\n\n## Next',
    'We agreed, and Oda pays for it:\n\n## Next',
  ],
  [
    'They left. **We never forget this:** The bell rang. **Oda:** No.',
    'They left. **We never forget this** **Oda:** No.',
  ],
  ['We agreed on: **Mira:** The bell rang.', 'We agreed on'],
  ['We agreed: The bell rang.', 'We agreed'],
  ['- **Gold**: The bell rang.', '- **Gold**'],
  ['- Gold:\n  - The bell rang.', '- Gold:'],
  ['### Gold\n\nThe bell rang.', '### Gold'],
  ['Loot: Mira: The bell rang.', 'Loot'],
  ['Present: Oda, Mira: The bell rang.', 'Present: Oda, Mira'],
  ['We went with Mira: The bell rang.', 'We went with Mira'],
  ['“The bell rang.” — so we left', '— so we left'],
  ['“The bell rang.” (quest)', '(quest)'],
  ['They left. *(0:12:03)* The bell rang.', 'They left. *(0:12:03)*'],
  ['> The bell rang. — as we were told. We owe forty gold', '> — as we were told. We owe forty gold'],
  ['> “The bell rang.” — as we were told. We owe gold', '> — as we were told. We owe gold'],
  ['- Mira (who still owes us forty gold): The bell rang.', '- Mira (who still owes us forty gold)'],
  ['- Mira (owes forty gold): The bell rang.', '- Mira (owes forty gold)'],
  ['- Gold: The bell rang.', '- Gold'],
  ['Victory, Mira: The bell rang.', 'Victory, Mira'],
  ['Mira said we leave: The bell rang.', 'Mira said we leave'],
  // Of somebody who was not erased.
  ['**Oda:** The bell rang.', '**Oda**'],
  ['Player: The bell rang.', 'Player'],
  ['They left — The bell rang.', 'They left'],
  ['“The bell rang.” — Oda paid forty gold. They left.', '— Oda paid forty gold. They left.'],
  ['The bell rang. — so we left. They left.', '— so we left. They left.'],
  [`${'We paid '.repeat(20)}Oda: The bell rang.`, `${'We paid '.repeat(20)}Oda`],
])('a sentence of the user stays, whatever sign is behind it: %j', (body, left) => {
  expect(bodyWithout(body)?.trim()).toBe(left);
});

it.each([
  ['- **Mira** (quest): Both heard it.', '- **Mira** (quest)'],
  ['**Mira:** The bell rang. **Oda:** Both heard it.', '**Oda**'],
  ['**Oda:** Both heard it. **Mira:** The bell rang.', '**Oda**'],
  ['- **Oda**: Both heard it.; The bell rang.; They left.', '- **Oda**: They left.'],
  ['- **Oda**: They left.; Both heard it.', '- **Oda**: They left.'],
  ['They left. **Oda:** “Both heard it.” *(0:12:03)*', 'They left. **Oda**'],
  ['- **Mira:** Both heard it.', '- **Mira**'],
])('the name of what others told of, too, stays: %j', (body, left) => {
  expect(
    sectionsWithout([{ ...sectionOf(body), lines: [both, said('The bell rang.', 'gone')] }], erased)[0]?.body,
  ).toBe(left);
});

/** What an analysis wrote there is recognized by its form, whatever names are in it. */
it.each([
  ['npcs', '**Met**\n\n- **Brask**\n- **Orrin**: The bell rang.', '**Met**\n\n- **Brask**'],
  ['npcs', '**Met**\n\n- **Orrin**: The bell rang.', ''],
  [
    'glance',
    '- **Initiative called**: The bell rang. (guessed); They left.',
    '- **Initiative called**: They left.',
  ],
  ['glance', '- **Asked of the table**: The bell rang.\n- **Oda**: They left.', '- **Oda**: They left.'],
  [
    'quests',
    '- **The bell (north)** (open)\n  - The bell rang.\n- **Home**\n  - They left.',
    '- **Home**\n  - They left.',
  ],
  ['combats', '- **At the gate**: They left.\n  - Outcome: The bell rang.', '- **At the gate**: They left.'],
  ['combats', '- **At the gate**: The bell rang.\n  - Outcome: The bell rang.', ''],
  ['characterMoments', '- **Zorro**: The bell rang.', ''],
  ['memorableMoments', '- “The bell rang.” — Zorro (as the gate closed. Late.)', ''],
  ['scenes', '### Bell Tower\n\nThe bell rang.\n\n### Road\n\nThey left.', '\n\n### Road\n\nThey left.'],
])('in the part %s of an analysis the name goes with what was told of it: %j', (key, body, left) => {
  const section = { ...sectionOf(body), key };
  expect(sectionsWithout([section], erased)[0]?.body).toBe(left);
});

/** There a person's own heads may stand between. */
it.each([
  ['npcs', '**Met**\n\n- **Brask**\n- **Orrin**: The bell rang.', '**Met**\n\n- **Brask**'],
  ['locations', '- **Tower of the Bell** (north): The bell rang.', ''],
  ['memorableMoments', '- “The bell rang.” — Zorro (as the gate closed. Late.)', ''],
  [
    'glance',
    '**Do not forget the forty gold (hidden)**\n\n- The bell rang.',
    '**Do not forget the forty gold (hidden)**\n',
  ],
  [
    'glance',
    '- The bell rang. — we hid the gold below the stone. Tell nobody.',
    '- — we hid the gold below the stone. Tell nobody.',
  ],
  ['scenes', '### Our gold\n\nThe bell rang.', '### Our gold\n'],
])(
  'in the part %s of an analysis that a person changed, only names go with what was told: %j',
  (key, body, left) => {
    const section = { ...sectionOf(body), key, source: 'mixed' as const };
    expect(sectionsWithout([section], erased)[0]?.body).toBe(left);
  },
);

it('the usual short forms of a game master’s role are theirs, and a word of it alone is not', () => {
  const isTheirs = createIsTheirs(
    { people: ['Dungeon Master', 'Liam O’Brien'], characters: [] },
    { people: [], characters: [] },
    isOrdinary,
  );
  const written = ['DM', 'GM', 'Game Master', 'O’Brien', 'Dungeon', 'Master', 'Gold'];
  expect(written.filter(isTheirs)).toEqual(['DM', 'GM', 'Game Master', 'O’Brien']);
});

it.each([
  ['Zorro: “The bell rang.”', 'Zorro'],
  ['Zorro (Mira): “The bell rang.”', 'Zorro'],
  ['**Zorro (Mira):** “The bell rang.”', '**Zorro**'],
  ['“The bell rang.” — Zorro', '— Zorro'],
  // As “Quote” writes it.
  ['> “The bell rang.” — Zorro', ''],
])(
  'a name of which no room knows that it is the erased voice’s stays in the user’s own words, and leaves with a quotation: %j',
  (body, left) => {
    expect(bodyWithout(body)).toBe(left);
  },
);

it.each([
  ['many places and labels', 'A. Mira: The bell rang. ; (“The bell rang.” **B'.repeat(2_000)],
  ['many ends of a name', `The bell rang. (${'a; '.repeat(95)}`.repeat(333)],
  ['a wide gap', `**Mira** (a${' '.repeat(90_000)}bell): Both heard it.`],
  ['many names', `${'A: '.repeat(30_000)}The bell rang.`],
  ['a wide gap behind a head', `**Zorro**${' '.repeat(90_000)}x\n\nThe bell rang.`],
  ['a wide gap behind a quotation', `> “The bell rang.” — a${' '.repeat(90_000)}.`],
])('%s in one row are read at once', async (what, row) => {
  const lines = [both, said('The bell rang.', 'gone')];
  for (const own of [{}, { key: 'npcs', source: 'mixed' as const }]) {
    const { result, milliseconds } = await longestStretch(
      async () => sectionsWithout([{ ...sectionOf(row), ...own, lines }], erased)[0]?.body,
    );
    expect(result).not.toMatch(/rang|heard/);
    expectNoHold(milliseconds, what);
  }
});

const part = fc.constantFrom(
  ...'- |  - |    - |1. |# |## |### |> |The bell rang.|The bell rang.|The bell rang.|Again|**Mira**: |\n===|\n---|```|<!-- gm --> |<!-- players --> |<!-- public --> |<!-- whisper: Wren --> |<!-- gm -->\n|<!-- public -->\n|<!--|-->|<! gm|    | |\n|\n|\n|\n\n|\n\n|\r'.split(
    '|',
  ),
  ...['word', 'word', 'word', 'word'],
);
/** Every word is another one. */
const someBody = fc
  .array(part, { maxLength: 24 })
  .map((parts) => parts.map((one, at) => (one === 'word' ? `w${at}w ` : one)).join(''));

const wordsFor = (body: string, section: 'gm' | 'players' | 'public', audience: 'players' | 'public') => {
  const shown = visibleSections([sectionOf(body, section)], audience).map((each) => each.body);
  const items = itemsOf(sectionOf(body, section)).filter(({ visibility }) => isFor(audience, visibility));
  return [shown, items.map(({ text }) => text)].map((texts) => texts.join('\n').match(/w\d+w/g) ?? []);
};

it.each([
  ['erased', (body: string) => bodyWithout(body) ?? ''],
  [
    'taken back',
    (body: string) => {
      const section = sectionOf(body);
      return section.lines.slice(0, 1).reduce((left, line) => withoutLine(left, line), section).body;
    },
  ],
])('nobody reads more than before when something is %s', (_, without) => {
  fc.assert(
    fc.property(someBody, (body) => {
      const left = without(body);
      for (const section of ['gm', 'players', 'public'] as const)
        for (const audience of ['players', 'public'] as const) {
          const before = wordsFor(body, section, audience);
          for (const [at, words] of wordsFor(left, section, audience).entries())
            expect(before[at]).toEqual(expect.arrayContaining(words));
        }
    }),
    { numRuns: runs(600) },
  );
});
