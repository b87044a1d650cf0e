import type { AnalysisResult } from '#contract/analysis-result.ts';
import { highlightsLabel, withoutQuestions } from '#contract/result-parts.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { longerRead } from './longer-read.ts';
import { noStamp, notesParts, type Stamp } from './sections.ts';

export function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** “1:12:04”, or “about 1:12:00” in a transcript without times. */
export const timeOf = (milliseconds: number, timing: TranscriptDocument['timing']): string =>
  timing === 'measured'
    ? clockTime(milliseconds)
    : `about ${clockTime(Math.round(milliseconds / 60_000) * 60_000)}`;

/** Renders a result as Markdown, with the longer read if it is wanted. */
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
  for (const section of withoutQuestions(notesParts(result, stamp)))
    parts.push(`${heading}# ${section.title}`, section.body);
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
