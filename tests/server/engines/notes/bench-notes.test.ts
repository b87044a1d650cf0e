import { describe, expect, it } from 'vitest';
import type { AnalysisResult, Evidence } from '#contract/analysis-result.ts';
import { castQuestion } from '#contract/cast-questions.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { figuresOf } from '#tests/bench/notes/figures.ts';
import { referencesOf } from '#tests/bench/notes/references.ts';
import { qualityPage } from '#tests/bench/notes/report.ts';
import { rougeL, rougeN } from '#tests/bench/notes/rouge.ts';
import { meanOf, playedOfAll, rougeOf, scoreOf } from '#tests/bench/notes/score.ts';
import { smallResult } from '#tests/support/fake-engines.ts';
import { type SharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';

describe('ROUGE', () => {
  // The examples of C.-Y. Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004), section 3.1.
  const reference = 'police killed the gunman';
  it.each([
    ['police kill the gunman', 3 / 4, 1 / 3],
    ['the gunman kill police', 2 / 4, 1 / 3],
    ['the gunman police killed', 2 / 4, 2 / 3],
  ])('of “%s”', (candidate, long, pairs) => {
    expect(rougeL(candidate, reference)).toBeCloseTo(long);
    expect(rougeN(candidate, reference, 2)).toBeCloseTo(pairs);
  });
});

describe('the scores of bench:notes', () => {
  const turns = [
    { speaker: 'MATT', text: 'Old Corvane waits in Emon.' },
    { speaker: 'LAURA', text: `I greet Corvane. ${'Vex waits. '.repeat(10)}` },
    { speaker: 'MATT', text: 'He asks you for the bell.' },
    { speaker: 'MATT', text: 'Then the river takes Westruun.' },
    { speaker: 'LAURA', text: 'We leave at dawn.' },
    { speaker: 'MATT', text: 'And that is where we stop.' },
  ];
  const session: SharedSession = {
    episode: 'C1E099',
    turns,
    blurb: '',
    synopsis: [{ heading: 'Story', text: 'They met Corvane in Emon and then fled from Kraghammer.' }],
  };
  const transcript = transcriptOf(turns);
  const at = (...numbers: number[]): Evidence => ({
    segmentIds: numbers.map((number) => `s${number}`),
    startMs: 0,
    endMs: 1,
  });
  const line = (text: string, number: number) => ({ text, evidence: at(number) });
  const item = (name: string) => ({ name, description: '', isNew: true, evidence: at(1) });
  const quote = (description: string) => ({
    description,
    isQuote: true,
    speaker: 'MATT',
    context: '',
    evidence: at(3),
  });
  const empty = smallResult({ transcript } as Parameters<typeof smallResult>[0]);
  const result: AnalysisResult = {
    ...empty,
    summary: 'Corvane waits in Emon. He asks you for the bell.',
    shortSummary: 'The bell.',
    lines: {
      shortSummary: [],
      previouslyOn: [],
      summary: [
        line('Corvane waits in Emon.', 1),
        line('He asks you for the bell.', 3),
        line('He asks you for the bell.', 3),
        line('Corvane says “you know me”.', 99),
      ],
    },
    toConfirm: [{ kind: 'cast', text: castQuestion('LAURA', 'Vex'), evidence: at(2) }],
    npcs: [item('Corvane'), item('Vex'), item('Pike'), item('Nobody')],
    locations: [item('Emon'), item('Westruun')],
    memorableMoments: [quote('He asks you for the bell.'), quote('He asks for a bell.')],
  };
  const scores = scoreOf(result, result, session, transcript);

  it.each([
    ['names recall', 2 / 3],
    ['thirds', 2 / 3],
    ['quotes verbatim', 1 / 2],
    ['second person', 2 / 4],
    ['shown twice', 1 / 4],
    ['people in notes', 1 / 4],
    ['places in notes', 1 / 2],
    // Nobody at the table plays Pike.
    ['played among people', 2 / 4],
    ['played there among people', 1 / 4],
    ['party recall', 1],
    ['party precision', 1],
    ['short words', 2],
    ['statements', 4],
  ])('have %s', (name, value) => {
    expect(scores[name]).toBeCloseTo(value);
  });

  it('have the thirds of the level that covers fewer', () => {
    const brief = { ...result, lines: { ...result.lines, summary: [line('Corvane waits in Emon.', 1)] } };
    expect(scoreOf(result, brief, session, transcript).thirds).toBeCloseTo(1 / 3);
  });

  it('have the share of evidence that resolves: one of thirteen names a line that there is not', () => {
    expect(scores['evidence resolves']).toBeCloseTo(12 / 13);
  });

  it('are averaged over the sessions that have them; people count once each', () => {
    const all = [
      { people: 1, 'played among people': 1 },
      { people: 9, 'played among people': 0 },
      { people: 5, 'played among people': null },
    ];
    expect(meanOf(all)).toEqual({ people: 5, 'played among people': 0.5 });
    expect(playedOfAll(all, 'played among people')).toBeCloseTo(0.1);
  });
});

describe('a run of bench:notes', () => {
  const turns = longSession(6000).map(({ speaker, text }) => ({ speaker: speaker ?? 'Dana', text }));
  const told = turns
    .filter(({ speaker }, at) => speaker === 'Dana' && at % 5 === 0)
    .map(({ text }) => text)
    .join(' ');
  const sessionOf = (episode: string): SharedSession => ({
    episode,
    turns: episode === 'C9E001' ? turns : smallSession,
    blurb: '',
    synopsis: [{ heading: 'Story', text: told }],
  });

  it('compares with the beginning, a random choice, the central sentences, and the best that sentences could be', () => {
    const session = sessionOf('C9E001');
    const transcript = transcriptOf(turns);
    const references = referencesOf(transcript, session);
    expect(Object.keys(references)).toEqual(['lead', 'random', 'centroid', 'oracle']);
    expect(referencesOf(transcript, session)).toEqual(references);
    const [first = ''] = references.lead!.split('. ');
    expect(turns[0]!.text).toContain(first);
    const words = Object.values(references).map((text) => text.split(/\s+/).length);
    for (const count of words) expect(Math.abs(count - 1000)).toBeLessThan(100);
    const best = rougeOf(references.oracle!, session).r1!;
    for (const name of ['lead', 'random', 'centroid'])
      expect(rougeOf(references[name]!, session).r1).toBeLessThan(best);
  });

  it('scores the engine and the reference systems on the same sessions, for the page', async () => {
    const reported: string[] = [];
    const figures = await figuresOf(
      createHighlightsEngine(),
      ['C9E001'],
      (episode) => (episode === 'C9E001' || episode === 'C9E002' ? sessionOf(episode) : null),
      (episode) => reported.push(episode),
    );
    expect(reported).toEqual(['C9E001']);
    expect(figures).toMatchObject({ engine: 'highlights 3', sessions: 1 });
    expect(figures.mean).toMatchObject({ 'evidence resolves': 1, thirds: 1 });
    expect(figures.mean.next1).not.toBeNull();
    const page = qualityPage({ engines: [figures], hand: [] }, []);
    expect(page).toMatch(/\| Names of people’s notes on the page \| [\d.]+ \| [\d.]+ \| ≥ .36 \|/);
    for (const name of ['lead', 'random', 'centroid', 'oracle'])
      expect(page).toMatch(new RegExp(`\\| ${name} \\| [\\d.]+ \\|`));
  });
});
