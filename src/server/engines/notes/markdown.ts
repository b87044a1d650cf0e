import type { AnalysisResult } from '#contract/analysis-result.ts';
import { highlightsLabel, withoutQuestions } from '#contract/result-parts.ts';
import { clockTime, timeOf } from '#contract/said-times.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { longerRead } from './longer-read.ts';
import { noStamp, notesParts, type Stamp } from './sections.ts';

/** Renders a result as Markdown, with the longer read if it is wanted. Without “In short” where that only quotes passages below it. */
export function renderNotesMarkdown(
  result: AnalysisResult,
  transcript: TranscriptDocument,
  options: { headingLevel?: number; timestamps?: boolean; longerRead?: boolean } = {},
): string {
  const times = options.timestamps !== false;
  const { timing } = transcript;
  const stamp: Stamp = times ? (evidence) => ` (${timeOf(evidence.startMs, timing)})` : noStamp;
  const heading = '#'.repeat(options.headingLevel ?? 1);
  const label = result.kind === 'highlights' ? `*${highlightsLabel}*` : null;
  const parts = [`${heading} ${result.title}`, label];
  const isQuoted = result.kind === 'highlights' && result.evening !== undefined;
  for (const section of withoutQuestions(notesParts(result, stamp)))
    if (section.key !== 'shortSummary' || !isQuoted) parts.push(`${heading}# ${section.title}`, section.body);
  const longer =
    options.longerRead === true && result.evening
      ? longerRead(result.evening, result.summary, { stamp })
      : null;
  if (longer !== null) parts.push(`${heading}# ${longer.title}`, longer.body);
  if (result.warnings.length > 0) {
    const warnings = result.warnings.map((warning) => {
      const stretch =
        times && timing === 'measured' && warning.startMs !== null && warning.endMs !== null
          ? ` (${clockTime(warning.startMs)}–${clockTime(warning.endMs)})`
          : '';
      return `- ${warning.message}${stretch}`;
    });
    parts.push(`${heading}# Please note`, warnings.join('\n'));
  }
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}
