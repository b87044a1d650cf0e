import type { Evidence, Line } from '#contract/analysis-result.ts';
import { type Candidate, closeQuotes, polish } from './features.ts';
import type { Prepared } from './prepare.ts';
import { inThirdPerson } from './rewrite.ts';
import { evidenceOf, type Sentence } from './text.ts';

/** Characters that mean something in Markdown; a sentence with them is shown without. */
const MARKDOWN = /[*_`<>|\\#[\]~]/g;

/** Who says a sentence, as it is shown: "Wren (Lena)", "Lena", or null for narration and unknown voices. */
export function speakerOf(prepared: Prepared, sentence: Sentence): string | null {
  if (sentence.speakerId === null || sentence.speakerId === prepared.zones.gameMasterId) return null;
  const label = prepared.labels.get(sentence.speakerId) ?? null;
  const character = prepared.cast.find((member) => member.speakerId === sentence.speakerId)?.character;
  if (!character || !label || character.toLowerCase() === label.toLowerCase()) return character ?? label;
  return `${character} (${label})`;
}

/** Words of the transcript that may be shown between quotation marks: exactly as they stand there. */
export function isQuotable(text: string): boolean {
  return text.search(MARKDOWN) < 0 && !/["“”()\n]/.test(text);
}

/**
 * One sentence as a line of the notes: the game master's narration told of the party where that rewrites cleanly, or with
 * `asTold` as it was told; anybody else's words as a quotation.
 */
export function lineOf(prepared: Prepared, sentence: Sentence, options: { asTold?: boolean } = {}): Line {
  const speaker = speakerOf(prepared, sentence);
  const evidence: Evidence = evidenceOf(prepared.transcript, sentence);
  const plain = polish(sentence.text).replace(MARKDOWN, '').replace(/\s+/g, ' ').trim();
  // A line that begins like a list or a heading would be read as one.
  const bare = plain.replace(/^(?:[-+=]+|\d+[.)])\s+/, '') || plain || '…';
  const text = closeQuotes(bare, sentence.inSpeech);
  if (speaker === null) return { text: (options.asTold ? null : inThirdPerson(text)) ?? text, evidence };
  return {
    text: isQuotable(sentence.text) ? `${speaker}: “${sentence.text}”` : `${speaker}: ${text}`,
    evidence,
  };
}

/** Sentences as Markdown bullets: what was said close together stands in one. */
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
