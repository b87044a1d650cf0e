import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { draw, itemsOf } from '#tests/bench/notes/draw.ts';
import { engineNamed } from '#tests/bench/notes/engines.ts';
import { readOptions } from '#tests/bench/notes/options.ts';
import { qualityPage, rateCells, readQuality } from '#tests/bench/notes/report.ts';
import {
  isStatement,
  type Kind,
  keepVerdicts,
  keptVerdicts,
  passageVerdict,
  ratesOf,
  readVerdicts,
  type Verdicts,
} from '#tests/bench/notes/verdicts.ts';
import { wilson } from '#tests/bench/notes/wilson.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-judged-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const times = (kind: Kind, count: number, verdict: 'right' | 'wrong' | 'unclear', more = {}) =>
  Array.from({ length: count }, (_, at) => ({
    id: `C9E001-${kind}-${verdict}${at}`,
    kind,
    verdict,
    ...more,
  }));

const judged: Verdicts = {
  engine: 'highlights 2',
  judge: 'A Reader, of new lines',
  sample: { seed: 7, count: 180, sessions: ['C9E001'] },
  verdicts: [
    ...times('statement', 145, 'right'),
    ...times('statement', 9, 'wrong', { ungrammatical: true }),
    ...times('statement', 26, 'unclear'),
    ...times('title', 29, 'right'),
    ...times('title', 1, 'wrong', { untrue: true }),
    ...times('quote', 4, 'right'),
    ...times('quote', 1, 'wrong'),
  ],
};

describe('the interval of a rate', () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of Wilson’s score', (right, of, low, high) => {
    expect(wilson(right, of).low).toBeCloseTo(low, 4);
    expect(wilson(right, of).high).toBeCloseTo(high, 4);
  });

  it('is shown in whole percent', () => {
    expect(rateCells({ right: 145, of: 180 })).toEqual({
      counted: '145 of 180',
      percent: '81 %',
      interval: '74 %–86 %',
    });
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('a sample', () => {
  const engine = createHighlightsEngine();
  async function items() {
    const transcript = transcriptOf(longSession(9000));
    const request = {
      transcript,
      detailLevel: 'comprehensive' as const,
      language: null,
      campaign: noCampaign,
    };
    return itemsOf('C9E001', transcript, await takeNotes(engine, request, inMemoryStageContext({})));
  }

  it('is the same for the same seed, and another for another; each item has its lines', async () => {
    const all = await items();
    const ids = (seed: number) => draw(all, 3, seed).map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
    const kinds = draw(all, 3, 1).map(({ kind }) => kind);
    expect(kinds.filter((kind) => isStatement({ kind }))).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'title')).toHaveLength(1);
    for (const { kind, around } of all)
      if (kind !== 'title') expect(around.some((line) => line.startsWith('> '))).toBe(true);
  });

  it('is drawn from all that the page states: the recap and the passages', async () => {
    const transcript = transcriptOf([...smallSession, ...longSession(9000)]);
    const request = { transcript, detailLevel: 'comprehensive' as const, language: null };
    const names = ['Yrsa', 'Old Nettie'].map((term) => ({ term, kind: 'person', heardAs: [] }));
    const campaign = { ...noCampaign, names };
    const result = await takeNotes(engine, { ...request, campaign }, inMemoryStageContext({}));
    const all = itemsOf('C9E001', transcript, result);
    expect(new Set(all.filter(isStatement).map(({ kind }) => kind))).toEqual(new Set(['recap', 'passage']));
    const recap = all.filter(({ kind }) => kind === 'recap');
    expect(recap.map(({ text }) => text)).toEqual(result.lines.previouslyOn.map(({ text }) => text));
    expect(recap[1]!.where).toBe(`Previously · ${recap[0]!.text}`);
    const far = { segmentIds: ['s2', 's90'], startMs: 0, endMs: 1 };
    const statement = { text: 'Far apart.', evidence: far };
    const lines = { shortSummary: [], summary: [statement], previouslyOn: [] };
    const quote = itemsOf('C9E001', transcript, { ...result, lines })[0]!;
    expect(quote.around.filter((line) => /^(> |…)/.test(line)).map((line) => line[0])).toEqual([
      '>',
      '…',
      '>',
    ]);
  });

  it('names its items by what they say, so that they keep their names when other lines change', async () => {
    const all = await items();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, kind } of all) expect(id).toMatch(new RegExp(`^C9E001-${kind}-[0-9a-f]{10}$`));
    expect((await items()).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});

describe('verdicts', () => {
  it('give the rates of the page, with false titles', () => {
    expect(ratesOf(judged).rates).toEqual([
      { name: 'Lines of scenes acceptable', right: 145, of: 180 },
      { name: 'Lines of scenes ungrammatical', right: 9, of: 180 },
      { name: 'Scene titles acceptable', right: 29, of: 30 },
      { name: 'Scene titles false', right: 1, of: 30 },
      { name: 'Quotes worth keeping', right: 4, of: 5 },
    ]);
    const page = qualityPage({ engines: [], hand: [] }, [judged]);
    expect(page).toContain(
      '| highlights 2 | A Reader, of new lines | Lines of scenes acceptable | 145 of 180 | 81 % | 74 %–86 % |',
    );
  });

  it('of a whole page give one rate, and that of each kind of statement', () => {
    const verdicts = [
      ...times('recap', 8, 'right'),
      ...times('recap', 1, 'wrong', { ungrammatical: true }),
      ...times('statement', 3, 'unclear'),
      ...times('index', 4, 'right'),
    ];
    expect(ratesOf({ ...judged, verdicts }).rates).toEqual([
      { name: 'Statements acceptable, of all that the page states', right: 12, of: 16 },
      { name: '– sentences of the recap', right: 8, of: 9 },
      { name: '– lines of scenes', right: 0, of: 3 },
      { name: '– who was there', right: 4, of: 4 },
      { name: 'Statements ungrammatical', right: 1, of: 16 },
    ]);
  });

  it('are kept without texts, once for each judge, and give the same rates again', () => {
    const file = join(folder, 'verdicts.json');
    const withTexts = judged.verdicts.map((verdict) => ({ ...verdict, text: 'Words of the corpus.' }));
    writeFileSync(file, JSON.stringify({ ...judged, verdicts: withTexts }));
    const kept = join(folder, 'kept');
    keepVerdicts(readVerdicts(file), kept);
    keepVerdicts(judged, kept);
    const names = readdirSync(kept);
    expect(names).toEqual(['highlights-2-a-reader-of-new-lines.json']);
    expect(readFileSync(join(kept, names[0]!), 'utf8')).not.toContain('Words');
    expect(keptVerdicts(kept)).toEqual([judged]);
    expect(keptVerdicts(join(folder, 'none'))).toEqual([]);
  });

  it('of passages say whether they are worth keeping, and understandable alone', () => {
    const passage = (isKept: boolean, isClearAlone: boolean) =>
      passageVerdict({ id: `p${isKept}${isClearAlone}`, kind: 'passage' }, { isKept, isClearAlone });
    const verdicts = [passage(true, true), passage(true, false), passage(false, true)];
    expect(ratesOf({ engine: 'highlights 3', judge: 'A Reader', verdicts }).rates).toEqual([
      { name: 'Passages worth keeping', right: 2, of: 3 },
      { name: 'Passages understandable alone', right: 2, of: 3 },
    ]);
  });

  it('of the repository are what docs/quality.md shows', () => {
    expect(readFileSync('docs/quality.md', 'utf8')).toBe(qualityPage(readQuality(), keptVerdicts()));
  });
});

describe('the options of bench:notes and judge', () => {
  const answerTo = (read: () => unknown, ...given: string[]): string => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'judge.ts', ...given]);
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(read).toThrow('exit 2');
    return said.mock.calls.join('\n');
  };

  it.each([
    [
      ['--nonsense'],
      /^Unknown option '--nonsense'\. Options: --engine …, --folder …, .*; then names of sessions\.$/,
    ],
    [['--count', 'many'], /^--count is "many", not a number of statements\. Options: /],
    [['--seed', '1.5'], /^--seed is "1\.5", not a whole number\. Options: /],
    [['--folder', folder, '--verdicts', 'x', 'C9E999'], /^".*" has no session C9E999\. Options: /],
  ])('are answered with one line: %j', (given, line) => {
    expect(answerTo(readOptions, ...given)).toMatch(line);
  });

  it('know the engines', () => {
    expect(answerTo(() => engineNamed('nonsense'))).toMatch(/^--engine is "nonsense", not "highlights" or/);
  });
});
