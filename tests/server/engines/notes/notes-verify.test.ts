import { describe, expect, it } from 'vitest';
import type { AnalysisResult, Evidence } from '#contract/analysis-result.ts';
import { partsInOrder, partTitle, peopleTitles, resultParts } from '#contract/result-parts.ts';
import { clockTime } from '#contract/said-times.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { renderNotesMarkdown } from '#server/engines/notes/markdown.ts';
import { quoteIn } from '#server/engines/notes/quotes.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import { verifyResult } from '#server/engines/notes/verify.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import fc, { runs } from '#tests/support/property.ts';
import { resultFaults } from '#tests/support/result-faults.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { smallSession } from '#tests/support/small-session.ts';

const transcript = transcriptOf(smallSession);
const segmentOf = (text: string) => transcript.segments.find((segment) => segment.text.includes(text))!;
const evidenceOf = (text: string): Evidence => {
  const { id, startMs, endMs } = segmentOf(text);
  return { segmentIds: [id], startMs, endMs };
};
const nowhere: Evidence = { segmentIds: ['s9999'], startMs: 5, endMs: 6 };

const sound = await takeNotes(
  createHighlightsEngine(),
  { transcript, detailLevel: 'comprehensive', language: null, campaign: noCampaign },
  inMemoryStageContext({}),
);
const changed = (changes: Partial<AnalysisResult>) => verifyResult({ ...sound, ...changes }, transcript);
const codes = (result: AnalysisResult) => result.warnings.map((warning) => warning.code);
const moment = (description: string, evidence: Evidence) => ({
  description,
  isQuote: true,
  speaker: null,
  context: '',
  evidence,
});

describe('quotes', () => {
  const said = 'We will bring the bell back, Abbot, but you have to tell us who stole it.';

  it('[D11] keeps a quotation that was said, whatever its punctuation and case', () => {
    const [kept] = changed({
      memorableMoments: [moment(`“${said.toUpperCase()}”`, evidenceOf(said))],
    }).memorableMoments;
    expect(kept).toMatchObject({ isQuote: true, description: said.toUpperCase() });
  });

  it('[D11] replaces a near quotation with the transcript’s own words', () => {
    const [kept] = changed({
      memorableMoments: [
        moment(
          'We will bring the bells back, Abbot, but you have to tell us who stole it!',
          evidenceOf(said),
        ),
      ],
    }).memorableMoments;
    expect(kept).toMatchObject({ isQuote: true, description: said });
  });

  it('[D11] finds a quotation that cites the wrong turn', () => {
    const [kept] = changed({ memorableMoments: [moment(said, evidenceOf('Great game'))] }).memorableMoments;
    expect(kept?.evidence).toEqual(evidenceOf(said));
  });

  it('[D11] leaves out a quotation that was not said, and warns', () => {
    const result = changed({
      memorableMoments: [moment('The dragon has eaten the abbot whole.', evidenceOf(said))],
    });
    expect(result.memorableMoments).toEqual([]);
    expect(codes(result)).toContain('quotesNotVerbatim');
  });

  it('[D11] checks quotations inside statements, and keeps the Markdown in step', () => {
    const text = 'Marcus swore: “I will marry the dragon tonight.”';
    const evidence = evidenceOf(said);
    const result = changed({
      summary: `- ${text}`,
      lines: { ...sound.lines, summary: [{ text, evidence }] },
    });
    expect(result.summary).toBe('- Marcus swore: I will marry the dragon tonight.');
    expect(resultFaults(result, transcript)).toEqual([]);
  });

  it('compares words, not characters around them', () => {
    expect(quoteIn('He said: "Go -- now, Vex!"', 'go now vex')).toEqual({
      words: 'Go -- now, Vex!',
      exact: true,
    });
    expect(quoteIn('He said go.', 'stay')).toBeNull();
    expect(quoteIn('', '')).toBeNull();
  });
});

describe('evidence', () => {
  it('[D11] corrects times, drops unknown ids, and finds lost evidence by the words', () => {
    const id = segmentOf('brass key inside').id;
    const text = 'I hide the brass key inside my boot before anyone else can see it.';
    const result = changed({
      openThreads: [
        { text: 'A key was hidden.', evidence: { segmentIds: [id, 's9999'], startMs: 0, endMs: 0 } },
        { text, evidence: nowhere },
      ],
    });
    expect(result.openThreads.map((line) => line.evidence)).toEqual([
      evidenceOf('brass key inside'),
      evidenceOf('brass key inside'),
    ]);
  });

  it('[D11] drops statements without evidence from Markdown and lines, and warns', () => {
    const lines = [
      { text: 'The river is old.', evidence: evidenceOf('river road') },
      { text: 'A comet struck the moon of Zanzibar yesterday.', evidence: nowhere },
      { text: 'The tower has steps.', evidence: evidenceOf('hundred and twelve') },
    ];
    const result = changed({
      summary: `### One\n\n- ${lines[0]!.text}\n- ${lines[1]!.text}\n- ${lines[2]!.text}`,
      lines: { ...sound.lines, summary: lines },
    });
    expect(result.summary).toBe('### One\n\n- The river is old.\n- The tower has steps.');
    expect(codes(result)).toContain('statementsWithoutEvidence');
  });
});

describe('limits and coverage', () => {
  it('[D12] cuts at a statement what is too long, and says so', () => {
    const evidence = evidenceOf('river road');
    const lines = Array.from({ length: 400 }, (_, index) => ({
      text: `Statement number ${index} about the river.`,
      evidence,
    }));
    const result = verifyResult(
      {
        ...sound,
        detailLevel: 'brief',
        summary: lines.map((line) => `- ${line.text}`).join('\n'),
        lines: { ...sound.lines, summary: lines },
      },
      transcript,
    );
    expect(result.summary.length).toBeLessThanOrEqual(6000);
    expect(result.summary.endsWith('river.')).toBe(true);
    expect(codes(result)).toContain('shortened');
    expect(resultFaults(result, transcript)).toEqual([]);
  });

  it('[D12] warns if a third of the session is missing from the notes', () => {
    const line = { text: 'The river is old.', evidence: evidenceOf('Rain drums') };
    const result = changed({ summary: line.text, lines: { ...sound.lines, summary: [line] }, scenes: [] });
    const warnings = result.warnings.filter((warning) => warning.code === 'partNotCovered');
    expect(warnings.map((warning) => warning.message).join()).toMatch(/last third/);
    expect(warnings.at(-1)?.endMs).toBe(transcript.durationMs);
  });

  it('lists the transcript’s warnings before its own, once each', () => {
    const warning = {
      code: 'linesUnreadable',
      message: '3 cues could not be read.',
      startMs: null,
      endMs: null,
    };
    const result = verifyResult({ ...sound, warnings: [warning] }, { ...transcript, warnings: [warning] });
    expect(result.warnings).toEqual([warning]);
  });

  it('keeps a valid result unchanged', () => {
    expect(verifyResult(sound, transcript)).toEqual(sound);
  });
});

it('[D11] keeps every promise, whatever a model answers', () => {
  const words = smallSession.flatMap((turn) => turn.text.split(' '));
  const text = fc
    .oneof(
      fc.constantFrom(...smallSession.map((turn) => turn.text)),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 25 }).map((list) => list.join(' ')),
      fc
        .array(fc.constantFrom(...words), { minLength: 3, maxLength: 12 })
        .map((list) => `She said: “${list.join(' ').replace(/["“”]/g, '')}”`),
    )
    .filter((each) => each.trim() !== '');
  const evidence: fc.Arbitrary<Evidence> = fc.record({
    segmentIds: fc.array(fc.constantFrom('s1', 's2', 's7', 's20', 's40', 's9999', ''), {
      minLength: 1,
      maxLength: 4,
    }),
    startMs: fc.nat(1e6),
    endMs: fc.nat(1e6),
  });
  const line = fc.record({ text, evidence });
  const lines = fc.array(line, { maxLength: 8 });
  const someMoment = fc.record({
    description: text,
    isQuote: fc.boolean(),
    speaker: fc.constant(null),
    context: fc.constant(''),
    evidence,
  });
  fc.assert(
    fc.property(
      lines,
      lines,
      fc.array(someMoment, { maxLength: 8 }),
      fc.constantFrom('brief' as const, 'comprehensive' as const),
      (summary, threads, memorableMoments, detailLevel) => {
        const result = verifyResult(
          {
            ...sound,
            detailLevel,
            summary: summary.map((each) => `- ${each.text}`).join('\n'),
            lines: { shortSummary: [], summary, previouslyOn: [] },
            shortSummary: '',
            previouslyOn: '',
            openThreads: threads,
            memorableMoments,
          },
          transcript,
        );
        expect(resultFaults(result, transcript)).toEqual([]);
        expect(verifyResult(result, transcript)).toEqual(result);
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('notes as Markdown', () => {
  it('[D11] adds the time of the evidence to statements if times are measured', () => {
    const markdown = renderNotesMarkdown(sound, transcript);
    expect(markdown).toMatch(/^# .+\n/);
    expect(markdown).toMatch(/\(\d+:\d\d\)/);
    const estimated = renderNotesMarkdown(sound, { ...transcript, timing: 'estimated' });
    expect(estimated).not.toMatch(/\(\d+:\d\d\)/);
    expect(estimated).toMatch(/\(about \d+:00\)/);
  });

  it('labels highlights as such', () => {
    expect(renderNotesMarkdown(sound, transcript)).toContain('without a language model');
    expect(renderNotesMarkdown({ ...sound, kind: 'notes' }, transcript)).not.toContain(
      'without a language model',
    );
  });

  it('writes hours only if there are any', () => {
    expect([0, 61_000, 3_723_000, 36_000_000].map(clockTime)).toEqual([
      '0:00',
      '1:01',
      '1:02:03',
      '10:00:00',
    ]);
  });

  it('splits a result into sections with their statements, in order', () => {
    for (const section of notesSections(sound)) {
      let from = 0;
      for (const line of section.lines) {
        const at = section.body.indexOf(line.text, from);
        expect(at, `${section.key}: ${line.text}`).toBeGreaterThanOrEqual(0);
        from = at + line.text.length;
      }
    }
    expect(notesSections(sound).map((section) => section.key)).toEqual(
      expect.arrayContaining(['summary', 'glance']),
    );
  });

  it('has the catalogue’s order, titles and visibility', () => {
    const sections = notesSections(sound);
    const named = partsInOrder(sound).filter(({ key }) => sections.some((section) => section.key === key));
    expect(sections.map(({ key, title, visibility }) => ({ key, title, visibility }))).toEqual(
      named.map((part) => ({
        key: part.key,
        title: partTitle(part, sound),
        visibility: part.visibility,
      })),
    );
  });

  it('names the groups of people as the screen does', () => {
    const npcs = (['met', 'spokenOf'] as const).map((presence, index) => ({
      name: `Person ${index}`,
      description: '',
      isNew: true,
      presence,
      evidence: sound.lines.summary[0]!.evidence,
    }));
    const people = notesSections({ ...sound, npcs }).find(({ key }) => key === 'npcs');
    expect(people?.body.match(/^\*\*.+\*\*$/gm)).toEqual([
      `**${peopleTitles.met}**`,
      `**${peopleTitles.spokenOf}**`,
    ]);
  });

  it('says of highlights that they are word for word', () => {
    const recap = { ...sound, kind: 'highlights', previouslyOn: 'You left the inn.' } as const;
    const sections = notesSections(recap);
    const { body } = sections.find(({ key }) => key === 'previouslyOn')!;
    expect(body).toContain('You left the inn.');
    expect(sections.find(({ key }) => key === 'summary')?.body).toMatch(
      /^\*Highlights: word for word from the table/,
    );
  });

  it('keeps only the parts of a brief result that the catalogue lists', () => {
    const brief = notesSections(changed({ kind: 'notes', detailLevel: 'brief' })).map(({ key }) => key);
    const wanted = resultParts.filter(({ levels }) => levels.includes('brief')).map(({ key }) => key);
    expect(brief.length).toBeGreaterThan(1);
    expect(wanted).toEqual(expect.arrayContaining(brief));
  });

  it('shows players only what is read aloud to them', () => {
    const shown = notesSections(sound).filter((section) => section.visibility !== 'gm');
    expect(shown.map((section) => section.key)).toEqual(['previouslyOn']);
  });
});
