import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AnalysisResult } from '#contract/analysis-result.ts';
import { TranscriptDocument } from '#contract/transcript.ts';
import { resultWithCast } from '#server/campaigns/cast-in-texts.ts';
import { resultWithout } from '#server/campaigns/erase-from-texts.ts';
import { renderNotesMarkdown } from '#server/engines/notes/markdown.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import { verifyResult } from '#server/engines/notes/verify.ts';

/** Kept as the version before passages stored it. */
const file = new URL('../../../support/stored/highlights-before-passages.json', import.meta.url);
const { result, transcript } = z
  .object({ result: AnalysisResult, transcript: TranscriptDocument })
  .parse(JSON.parse(readFileSync(file, 'utf8')));

it('opens a stored result of the version before passages, with all that it has', () => {
  expect(result.evening).toBeUndefined();
  const sections = notesSections(result);
  expect(sections.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['shortSummary', 'glance', 'summary']),
  );
  expect(sections.find(({ key }) => key === 'glance')?.title).toBe('At a glance');
  const text = renderNotesMarkdown(result, transcript);
  for (const line of result.lines.summary) expect(text).toContain(line.text);
});

it('verifies it, shows it with the cast and erases a voice from it', () => {
  expect(verifyResult(result, transcript).lines.summary).toEqual(result.lines.summary);
  expect(resultWithCast({ people: [], chosen: [], rejected: [] }, 'session', result)).toEqual(result);
  const all = {
    isGone: () => true,
    isVoice: () => true,
    spanOf: () => undefined,
    repeats: () => false,
    isTheirs: () => false,
  };
  expect(resultWithout(result, all)).toMatchObject({ lines: { summary: [] } });
});
