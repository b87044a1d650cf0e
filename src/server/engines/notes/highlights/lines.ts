import type { Evidence, Line } from '#contract/analysis-result.ts';
import { type Candidate, closeQuotes, polish } from './features.ts';
import type { Prepared } from './prepare.ts';
import { inThirdPerson } from './rewrite.ts';
import { evidenceOf, type Sentence } from './text.ts';

/** Markdown's special characters, which are removed from sentences. */
const MARKDOWN = /[*_`<>|\\#[\]~]/g;

/** The displayed speaker: "Wren (Lena)", "Lena", or null for narration and unknown voices. */
export function speakerOf(prepared: Prepared, sentence: Sentence): string | null {
  if (sentence.speakerId === null || sentence.speakerId === prepared.zones.gameMasterId) return null;
  const label = prepared.labels.get(sentence.speakerId) ?? null;
  const character = prepared.cast.find((member) => member.speakerId === sentence.speakerId)?.character;
  if (!character || !label || character.toLowerCase() === label.toLowerCase()) return character ?? label;
  return `${character} (${label})`;
}

/** Whether text can be shown in quotation marks exactly as in the transcript. */
export function isQuotable(text: string): boolean {
  return text.search(MARKDOWN) < 0 && !/["“”()\n]/.test(text);
}

/**
 * A sentence as a line of the notes: the game master's narration in the third person if it rewrites cleanly,
 * or with `asTold` unchanged; other speech as a quotation.
 */
export function lineOf(prepared: Prepared, sentence: Sentence, options: { asTold?: boolean } = {}): Line {
  const speaker = speakerOf(prepared, sentence);
  const evidence: Evidence = evidenceOf(prepared.transcript, sentence);
  const plain = polish(sentence.text).replace(MARKDOWN, '').replace(/\s+/g, ' ').trim();
  // A line that starts like a list or a heading would be parsed as one.
  const bare = plain.replace(/^(?:[-+=]+|\d+[.)])\s+/, '') || plain || '…';
  const text = closeQuotes(bare, sentence.inSpeech);
  if (speaker === null) return { text: (options.asTold ? null : inThirdPerson(text)) ?? text, evidence };
  return {
    text: isQuotable(sentence.text) ? `${speaker}: “${sentence.text}”` : `${speaker}: ${text}`,
    evidence,
  };
}

/** Sentences as Markdown bullets; neighbours share one. */
export function bullets(prepared: Prepared, picked: Candidate[]): { markdown: string; lines: Line[] } {
  const lines: Line[] = [];
  const paragraphs: string[] = [];
  let before: Candidate | undefined;
  for (const candidate of picked) {
    const line = lineOf(prepared, candidate.sentence);
    lines.push(line);
    const near = before && candidate.sentence.index - before.sentence.index <= 4;
    const sameVoice = before && candidate.sentence.speakerId === before.sentence.speakerId;
    if (near && sameVoice && candidate.narrated) paragraphs[paragraphs.length - 1] += ` ${line.text}`;
    else paragraphs.push(`- ${line.text}`);
    before = candidate;
  }
  return { markdown: paragraphs.join('\n'), lines };
}
