import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { renderNotesMarkdown } from '#server/engines/notes/markdown.ts';
import type { CampaignKnowledge } from '#server/engines/notes/port.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { oneOf } from '#tests/support/everything.ts';
import fc, { runs } from '#tests/support/property.ts';
import { coveredThirds, resultFaults } from '#tests/support/result-faults.ts';
import {
  hasSharedSessions,
  readSharedSession,
  SHARED_EPISODES,
  transcriptOf,
} from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';

const levels: DetailLevel[] = ['brief', 'comprehensive'];

async function highlights(
  transcript: TranscriptDocument,
  detailLevel: DetailLevel = 'comprehensive',
  campaign: CampaignKnowledge = noCampaign,
): Promise<AnalysisResult> {
  const request = { transcript, detailLevel, language: null, campaign };
  const result = await takeNotes(createHighlightsEngine(), request, inMemoryStageContext({}));
  expect(resultFaults(result, transcript)).toEqual([]);
  return result;
}

const names = (items: { name: string }[]) => items.map((item) => item.name);

describe('a small session', () => {
  const transcript = transcriptOf(smallSession);

  it('identifies the game master by long turns and "you", and the parts of the evening that are play', async () => {
    const { zones, speech, labels } = await prepare(transcript, noCampaign);
    expect(labels.get(zones.gameMasterId!)).toBe('Dana');
    const zone = (text: string) =>
      zones.zones[speech.sentences.find((sentence) => sentence.text.includes(text))!.index];
    expect(zone('sponsor of our podcast')).toBe('outside');
    expect(zone('brass key in the ashes')).toBe('recap');
    expect(zone('Rain drums on the shutters')).toBe('play');
    expect(zone('quick break')).toBe('outside');
    expect(zone('river road')).toBe('play');
    expect(zone('Great game')).toBe('outside');
  });

  it('can be made of speech without spaces', async () => {
    const words =
      'the dragon speaks to Brannoc about the drowned bell while Mother Sedge rings it with her bare hand'.split(
        ' ',
      );
    const joined = Array.from({ length: 300 }, (_, line) => ({
      speaker: line % 2 === 0 ? 'Ann' : 'Ben',
      text: Array.from({ length: 60 }, (_, at) => words[(line + at) % words.length]).join('\u200b'),
    }));
    expect((await highlights(transcriptOf(joined))).title.length).toBeLessThanOrEqual(120);
  });

  it('leaves advertisements and dice out of the notes', async () => {
    const text = JSON.stringify(await highlights(transcript));
    expect(text).not.toMatch(/giveaway|seventeen plus|Nineteen for me/);
  });

  it('has an index of names with all their times, but not of the players', async () => {
    const { evening } = await highlights(transcript);
    const index = evening?.names ?? [];
    expect(names(index)).toEqual(
      expect.arrayContaining(['Sella', 'Abbot Corvane', 'Master Quill', 'Oldmere', 'Amberfall']),
    );
    expect(names(index)).not.toContain('Priya');
    const quill = index.find(({ name }) => name === 'Master Quill');
    const said = transcript.segments.filter(({ text }) => text.includes('Master Quill'));
    expect(quill?.heard.segmentIds).toEqual(said.map(({ id }) => id));
    expect(quill?.heard.startsMs).toEqual(said.map(({ startMs }) => startMs));
  });

  it('claims no decisions, quests or open threads, which patterns can only guess', async () => {
    const result = await highlights(transcript);
    expect([
      result.decisions,
      result.quests,
      result.openThreads,
      result.characterMoments,
      result.combats,
    ]).toEqual([[], [], [], [], []]);
  });

  it('takes no spell, no hero of a film and no brand for a name of the story', async () => {
    const cast = [
      ['Priya', 'I cast Stoneskin on Torvin, and then Stoneskin on Wren.'],
      [
        'Dana',
        'You cast Stoneskin, and Planar Binding holds Sella Marsh. It is as if Batman had cast Planar Binding.',
      ],
      [
        'Dana',
        'You see Batman fall off the roof, and an Xbox rings beside Sella Marsh, who laughs at Pokemon.',
      ],
    ].map(([speaker = '', text = '']) => ({ speaker, text }));
    const { evening } = await highlights(transcriptOf([...smallSession.slice(0, -8), ...cast, ...cast]));
    const index = names(evening?.names ?? []);
    expect(index).toContain('Sella');
    expect(index.join(', ')).not.toMatch(/Stoneskin|Planar|Batman|Pokemon|Xbox/);
  });

  it('shows a short session in its own words', async () => {
    const { lines } = await highlights(transcript);
    expect(lines.summary.some((line) => line.original !== undefined)).toBe(false);
  });

  it('uses the campaign’s cast, glossary and mishearings', async () => {
    const campaign: CampaignKnowledge = {
      ...noCampaign,
      playerCharacters: [{ name: 'Torvin', playedBy: 'Marcus', aliases: [] }],
      names: [{ term: 'Sella Marsh', kind: 'npc', heardAs: ['Sella'] }],
    };
    const result = await highlights(transcript, 'comprehensive', campaign);
    const index = result.evening?.names ?? [];
    expect(index.find(({ name }) => name === 'Sella Marsh')).toMatchObject({ isPlayed: false });
    expect(index.find(({ name }) => name === 'Torvin')).toMatchObject({ isPlayed: true });
    expect(names(result.npcs)).not.toContain('Torvin');
  });

  it('meets who says their own name, although the table speaks of their rolls in a fight', async () => {
    const gm = [
      '"I am Cerkonos, the keeper of the rift. Welcome."',
      'Cerkonos walks towards you. "Show me what you have learned."',
      'A saving throw for Cerkonos. It fails.',
      'The damage against Cerkonos is a natural 20.',
      'Initiative: first Wren, then Cerkonos.',
      'That ends the round for Cerkonos. Roll for damage.',
    ].map((text) => ({ speaker: 'Dana', text }));
    const beforeTheEnd = smallSession.slice(0, -8);
    const {
      names: said,
      presence,
      party,
    } = await prepare(transcriptOf([...beforeTheEnd, ...gm]), noCampaign);
    const at = said.all.findIndex(({ name }) => name === 'Cerkonos');
    expect(presence[at]).not.toEqual([]);
    expect(party.unsure.has(at)).toBe(false);
  });

  it('returns the same notes for the same transcript', async () => {
    expect(await highlights(transcript)).toEqual(await highlights(transcript));
  });

  it('[R1.3] brief and comprehensive notes differ in length and in nothing else', async () => {
    const evening = transcriptOf([...smallSession, ...longSession(40_000)]);
    const [brief, comprehensive] = [await highlights(evening, 'brief'), await highlights(evening)];
    const partsOf = (result: AnalysisResult) => notesSections(result).map(({ key }) => key);
    expect(partsOf(brief)).toEqual(partsOf(comprehensive));
    expect(brief.previouslyOn).toBe(comprehensive.previouslyOn);
    expect(brief.evening?.chapters).toEqual(comprehensive.evening?.chapters);
    const words = (result: AnalysisResult) => result.summary.split(/\s+/).length;
    expect(words(brief)).toBeGreaterThan(80);
    expect(words(comprehensive)).toBeGreaterThan(2 * words(brief));
  });

  it('is written to a file with each passage once', async () => {
    const transcript = transcriptOf(longSession(12_000));
    const result = await highlights(transcript);
    const text = renderNotesMarkdown(result, transcript);
    expect(result.lines.shortSummary.length).toBeGreaterThan(0);
    for (const { text: said } of result.lines.shortSummary) expect(text.split(said)).toHaveLength(2);
  });

  it('has a longer read beside the page, of other passages, each with its rank', async () => {
    const { evening } = await highlights(transcriptOf(longSession(12_000)));
    const passages = evening?.passages ?? [];
    const words = (shown: 'page' | 'more') =>
      passages
        .filter((each) => each.shown === shown)
        .reduce((sum, { text }) => sum + text.split(' ').length, 0);
    expect(words('more')).toBeGreaterThan(words('page'));
    expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length);
    const ranks = passages.map(({ rank }) => rank);
    expect([...ranks].sort((a, b) => a - b)).toEqual(ranks.map((_, at) => at));
    const least = Math.min(...passages.flatMap(({ shown, rank }) => (shown === 'more' ? rank : [])));
    expect(passages.filter(({ shown }) => shown === 'page').every(({ rank }) => rank < least)).toBe(true);
  });

  it('quotes on the page what is read alone, and what comes of a short deed in the longer read', async () => {
    const { evening } = await highlights(transcriptOf(longSession(12_000)));
    const lengths = (shown: 'page' | 'more') =>
      evening!.passages.filter((each) => each.shown === shown).map(({ text }) => text.split(' ').length);
    expect(Math.min(...lengths('page'))).toBeGreaterThanOrEqual(25);
    expect(Math.min(...lengths('more'))).toBeLessThan(20);
  });

  it('plays a passage from its own seconds within a long line', async () => {
    const all = smallSession.map(({ text }) => text).join(' ');
    const { evening } = await highlights(transcriptOf([{ speaker: 'Dana', text: all }]));
    const [first, second] = evening?.passages ?? [];
    expect(first?.evidence).toEqual(second?.evidence);
    expect(second?.startMs).toBeGreaterThan(first?.endMs ?? 0);
  });

  it('writes from the extraction without reading the transcript again', async () => {
    const engine = createHighlightsEngine();
    const context = inMemoryStageContext({});
    const request = { transcript, detailLevel: 'brief' as const, language: null, campaign: noCampaign };
    const found = engine.extraction.parse(JSON.parse(JSON.stringify(await engine.extract(request, context))));
    const unread = { ...request, transcript: { ...transcript, segments: [] } };
    expect(found.summary).not.toBe('');
    expect(await engine.write(unread, found, context)).toEqual(found);
  });

  it('stops when its signal aborts', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const request = { transcript, detailLevel: 'brief' as const, language: null, campaign: noCampaign };
    const context = inMemoryStageContext({ signal: stop.signal });
    await expect(createHighlightsEngine().extract(request, context)).rejects.toThrow('stopped');
  });
});

describe('any transcript', () => {
  it('says that there is too little, instead of inventing', async () => {
    for (const text of ['Hello there, is this thing on?', '…', 'Yes.']) {
      const result = await highlights(transcriptOf([{ speaker: null, text }]));
      expect(result.warnings.map((warning) => warning.code)).toContain('tooLittleToSummarise');
      expect(result.scenes).toEqual([]);
    }
  });

  it('accepts one long segment, one speaker, no speakers, and words without punctuation', async () => {
    const all = smallSession.map((turn) => turn.text).join(' ');
    const shapes = [
      [{ speaker: null, text: all }],
      [{ speaker: 'Dana', text: all }],
      smallSession.map((turn) => ({ speaker: null, text: turn.text })),
      smallSession.map((turn) => ({ speaker: 'Dana', text: turn.text })),
      [{ speaker: null, text: all.toLowerCase().replace(/[^a-z ]/g, '') }],
      all.split(' ').map((word) => ({ speaker: null, text: word })),
    ];
    for (const turns of shapes)
      for (const level of levels) {
        const result = await highlights(transcriptOf(turns), level);
        expect(result.summary).not.toBe('');
      }
  });

  it('accepts other languages and scripts', async () => {
    const texts = [
      'Der Morgen graut über Altmühl, und die Wirtin stellt euch vier Schalen Brei hin. Ihr seht den Schlüssel auf dem Tisch liegen. ',
      'Au matin, vous arrivez devant la chapelle noyée, et le vieux moine vous attend sur le pont de pierre. ',
      '夜が明けると、あなたたちは古い橋のたもとに立っている。老人が鐘を探してほしいと頼む。',
      'صباح اليوم التالي تصلون إلى الجسر القديم. ينتظركم الراهب عند الباب الحديدي. ',
      '🙂🙂🙂 ¡¡¡ --- *** ### <b>x</b> | `code` \\ [link](http://example.org) ',
    ];
    for (const text of texts)
      for (const level of levels)
        await highlights(
          transcriptOf([
            { speaker: 'A', text: text.repeat(12) },
            { speaker: 'B', text },
          ]),
          level,
        );
  });

  it('never shows Markdown markup literally', async () => {
    const text =
      '# Heading *bold* _it_ <script>alert(1)</script> [x](javascript:alert(1)) `code` and you see the old tower of Oldmere before you. ';
    const result = await highlights(transcriptOf([{ speaker: null, text: text.repeat(10) }]));
    expect(result.summary).not.toMatch(/[<>`*]|\]\(/);
  });

  it('keeps its promises for any transcript', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.lorem({ maxCount: 30 }),
      fc.constantFrom(...smallSession.map((turn) => turn.text)),
    );
    const turn = fc.record({ speaker: fc.constantFrom('Dana', 'Priya', 'MARCUS', null), text });
    const turns = fc.array(turn, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(turns, fc.constantFrom(...levels), async (said, level) => {
        await highlights(transcriptOf(said), level);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('long sessions', () => {
  it('shows a sentence repeated word for word only once', async () => {
    const evening = [
      ...longSession(6000, 1),
      ...smallSession,
      ...longSession(6000, 2),
      ...smallSession,
      ...longSession(6000, 3),
    ];
    const { lines } = await highlights(transcriptOf(evening));
    const told = lines.summary.map((line) => line.text);
    expect(told.length).toBeGreaterThan(15);
    expect(new Set(told).size).toBe(told.length);
  });

  it.each(levels)(
    '[D12] %s notes have a passage of a third in which hardly anything is said',
    async (level) => {
      const all = longSession(16_000);
      const idle = 'A woman sits down beside you, and she pours some wine into a cup for you.';
      const evening = all.map((turn, index) =>
        index <= all.length * 0.6
          ? turn
          : { ...turn, text: turn.speaker === 'Dana' ? idle : 'I wait for a while.' },
      );
      const transcript = transcriptOf(evening);
      const result = await highlights(transcript, level);
      expect(coveredThirds(result, transcript)).toEqual([true, true, true]);
      expect(result.summary).toContain('pours some wine');
      expect(result.warnings).toEqual([]);
    },
  );

  it('[D12] covers the beginning, the middle and the end of 300,000 words within its limits', {
    tags: ['everything'],
  }, async () => {
    const transcript = transcriptOf(longSession(300_000));
    const result = await highlights(transcript);
    expect(coveredThirds(result, transcript)).toEqual([true, true, true]);
    expect(result.warnings).toEqual([]);
    expect(JSON.stringify(result).length).toBeLessThan(175_000);
    const { stretchMs, voices } = result.evening!.timeline;
    expect(voices.every(({ words }) => words.length <= 240)).toBe(true);
    expect(stretchMs * voices[0]!.words.length).toBeGreaterThanOrEqual(transcript.durationMs);
  });
});

describe('the index of names', () => {
  it('lists no words of the table that begin with a capital, and no films', async () => {
    const chatter = [
      'The film is Days Later, and the sequel of Days Later is worse.',
      'I saw Goofy Gibson once. Goofy Gibson is so funny.',
      'It has Pickle Rick in it. We love Pickle Rick.',
      'Two days earlier or later, I ate a pickle.',
      'We had Supper before Minecraft. Then more Supper and more Minecraft.',
      'The Hall of my school was cold. In that Hall we played Minecraft.',
    ].map((text) => ({ speaker: 'Lena', text }));
    const { evening } = await highlights(
      transcriptOf([...smallSession.slice(0, 30), ...chatter, ...smallSession.slice(30)]),
    );
    const names = evening?.names.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['Oldmere', 'Abbot Corvane']));
    expect(names.join('\n')).not.toMatch(/Days|Goofy|Pickle|Supper|Minecraft|^Hall$/m);
  });
});

describe.skipIf(!hasSharedSessions)('real sessions (needs ../shared/data/crd3)', () => {
  it.each(oneOf(SHARED_EPISODES))(
    '[D11] [D12] %s: covers every third, and every quotation was said',
    async (episode) => {
      const transcript = transcriptOf(readSharedSession(episode).turns);
      for (const level of levels) {
        const result = await highlights(transcript, level);
        expect(coveredThirds(result, transcript)).toEqual([true, true, true]);
        expect(result.warnings).toEqual([]);
        expect([0, 2, 3]).toContain(result.lines.shortSummary.length);
        for (const { text } of result.lines.shortSummary) expect(result.summary).toContain(text);
        const words = result.summary.split(/\s+/).length;
        expect(words).toBeGreaterThan(level === 'brief' ? 250 : 900);
      }
    },
  );
});
