import { describe, expect, it } from 'vitest';
import { exportFormats } from '#contract/export-formats.ts';
import type { NotesSection } from '#contract/notes.ts';
import { recapSectionKey } from '#contract/recap-sections.ts';
import { resultParts, type SectionKey } from '#contract/result-parts.ts';
import { defaultShow, type LinkAudience, type Show, switchOfSection } from '#contract/sharing.ts';
import { datesFor } from '#server/campaigns/set-dates.ts';
import { exportFile } from '#server/exports/export-files.ts';
import { documentFor } from '#server/exports/formats/document.ts';
import { postMessages } from '#server/exports/formats/post.ts';
import { campaignPage, sessionPage } from '#server/sharing/page-html.ts';
import { keepNames } from '#server/sharing/pseudonyms.ts';
import { sharedParts } from '#server/sharing/shared-parts.ts';
import { shownDatesOf } from '#server/sharing/shown-dates.ts';
import fc, { runs } from '#tests/support/property.ts';

const ranks = { gm: 0, players: 1, public: 2 } as const;
type Visibility = keyof typeof ranks;
const visibilities: Visibility[] = ['gm', 'players', 'public'];
const recap = recapSectionKey('one');
const keys = [...resultParts.map(({ key }) => key), 'ownWords', recap, 'notesOfMyOwn'];
const isKnown = (key: string): key is SectionKey => key in switchOfSection;

/** One word for each item, found wherever it is shown. */
const wordOf = (key: string, own: Visibility | null) =>
  `zq${key.toLowerCase().replace('-', '')}${own ?? 'as'}qz`;

const sectionArbitrary = fc
  .record({
    visibility: fc.constantFrom(...visibilities),
    key: fc.constantFrom(...keys),
    order: fc.shuffledSubarray([null, ...visibilities], { minLength: 1 }),
  })
  .map(
    ({ key, visibility, order }): NotesSection => ({
      key,
      visibility,
      title: `Title of ${key}`,
      body: order
        .map((own) => `- ${own === null ? '' : `<!-- ${own} --> `}**${wordOf(key, own)}**: a thing`)
        .join('\n'),
      source: 'user',
      lines: [],
    }),
  );
const sectionsArbitrary = fc.uniqueArray(sectionArbitrary, { selector: ({ key }) => key, maxLength: 8 });
const showArbitrary: fc.Arbitrary<Show> = fc.record({
  recap: fc.boolean(),
  scenes: fc.boolean(),
  moments: fc.boolean(),
  entities: fc.boolean(),
  playerNames: fc.boolean(),
});

function allowed(sections: readonly NotesSection[], audience: Visibility, show: Show | null): string[] {
  return sections
    .flatMap(({ key, visibility, body }) =>
      ([null, ...visibilities] as const)
        .filter((own) => body.includes(wordOf(key, own)))
        .filter((own) => {
          if (ranks[own ?? visibility] < ranks[audience]) return false;
          // Questions stay in the app.
          if (key === 'toConfirm') return false;
          if (show === null) return true;
          if (key === recap) return show.recap;
          if (!isKnown(key)) return true;
          const wanted = switchOfSection[key];
          return wanted !== null && show[wanted];
        })
        .map((own) => wordOf(key, own)),
    )
    .sort();
}

const shownIn = (text: string): string[] => [...new Set(text.match(/zq[a-z]+qz/gu) ?? [])].sort();

async function pagesOf(sections: readonly NotesSection[], audience: LinkAudience, show: Show) {
  const parts = sharedParts(sections, { audience, show });
  const session = {
    audience,
    id: 's',
    title: 'One',
    playedAt: null,
    publicId: null,
    parts,
    losesLabel: false,
    dated: shownDatesOf('s', { stored: sections, written: sections, parts, set: [] }),
  };
  const campaign = { audience, id: 'c', title: 'All', publicId: null, system: '' };
  const around = { hide: keepNames, table: null, part: { at: 1, of: 1 } };
  return [
    await sessionPage({ campaign, session, previous: null, next: null, ...around }),
    await campaignPage({ campaign, sessions: [session], place: null, players: [], ...around }),
  ];
}

describe('what is shown of the sections of notes', () => {
  it('has the date of a scene that was set before the voice in its title had a name', () => {
    const scenes = (body: string): NotesSection[] => [
      { key: 'scenes', title: 'Scenes', visibility: 'public', source: 'analysis', body, lines: [] },
    ];
    const [stored, written] = [scenes('### Speaker 3’s plan'), scenes('### Wren’s plan')];
    const of = { sessionId: 's', lineId: null, startMs: null };
    const { key } = datesFor([], [], new Map())(of, 'Speaker 3’s plan');
    const parts = sharedParts(written, { audience: 'public', show: defaultShow('public') });
    const set = [{ key, edit: { date: 'May of 812', of } }];
    expect(shownDatesOf('s', { stored, written, parts, set }).scenes).toEqual([
      { title: 'Wren’s plan', dates: ['May of 812'] },
    ]);
  });

  it('[R1.4] on both pages and in their previews is what audience, switches and markers allow', async () => {
    await fc.assert(
      fc.asyncProperty(
        sectionsArbitrary,
        showArbitrary,
        fc.constantFrom<LinkAudience>('public', 'players'),
        async (sections, show, audience) => {
          const wanted = allowed(sections, audience, show);
          for (const { html, description, title, picture } of await pagesOf(sections, audience, show)) {
            expect(shownIn(html)).toEqual(wanted);
            const around = [description, title, picture.alt, ...Object.values(picture.words)].join(' ');
            for (const word of shownIn(around)) expect(wanted).toContain(word);
          }
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('[R1.4] in exports of every format, and in posts, is what audience and markers allow', async () => {
    await fc.assert(
      fc.asyncProperty(
        sectionsArbitrary,
        fc.constantFrom(...visibilities),
        fc.constantFrom(...exportFormats.filter(({ extension }) => extension !== 'zip')),
        async (sections, audience, { format }) => {
          const session = { title: 'One', order: 1, playedAt: null, sections };
          const document = documentFor({ title: 'All' }, [session], audience);
          const chunks: Uint8Array[] = [];
          for await (const chunk of exportFile(document, format, new Date(0)).bytes) chunks.push(chunk);
          const wanted = allowed(sections, audience, null);
          expect(shownIn(Buffer.concat(chunks).toString('utf8'))).toEqual(wanted);
          for (const kind of ['discord', 'web'] as const)
            expect(shownIn((postMessages(kind, document) ?? []).join('\n'))).toEqual(wanted);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('[R1.4] at a glance and in the game master’s own words obeys the switches', () => {
    const section = (key: string): NotesSection => ({
      key,
      title: key,
      body: 'Text',
      visibility: 'public',
      source: 'analysis',
      lines: [],
    });
    const off: Show = { recap: false, scenes: false, moments: false, entities: false, playerNames: true };
    const sections = keys.map(section);
    expect(sharedParts(sections, { audience: 'public', show: off }).map(({ key }) => key)).toEqual([
      'notesOfMyOwn',
    ]);
    expect(
      sharedParts([section('glance')], { audience: 'players', show: { ...off, entities: true } }).map(
        ({ key }) => key,
      ),
    ).toEqual(['glance']);
    expect(
      sharedParts([section('ownWords')], { audience: 'players', show: { ...off, recap: true } }).map(
        ({ key }) => key,
      ),
    ).toEqual(['ownWords']);
  });
});
