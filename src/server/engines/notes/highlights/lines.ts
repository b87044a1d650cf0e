import type { Evidence, Line } from '#contract/analysis-result.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf, MARKDOWN, type Sentence, withoutMarkdown } from '../reading/text.ts';
import { closeQuotes, polish } from './features.ts';
import { speaksToYou } from './retell.ts';
import type { Passage } from './select.ts';

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

/** A passage with its evidence, and its original words if it is retold. */
export function lineOfPassage(prepared: Prepared, passage: Passage): Line {
  const line: Line = { text: passage.text, evidence: evidenceOf(prepared.transcript, ...passage.sentences) };
  if (!passage.retold) return line;
  return { ...line, original: passage.sentences.map((sentence) => sentence.text).join(' ') };
}

/** A sentence word for word: plain if the game master narrates, a quotation for other speakers or if it says "you". */
export function verbatim(prepared: Prepared, sentence: Sentence): Line {
  const evidence: Evidence = evidenceOf(prepared.transcript, sentence);
  const plain = withoutMarkdown(polish(sentence.text));
  // A line that starts like a list or a heading would be parsed as one.
  const bare = plain.replace(/^(?:[-+=]+|\d+[.)])\s+/, '') || plain || '…';
  const narrated = speakerOf(prepared, sentence) === null;
  const quotes =
    narrated && !speaksToYou(bare)
      ? null
      : sentence.speakerId && (speakerOf(prepared, sentence) ?? prepared.labels.get(sentence.speakerId));
  if (!quotes) return { text: closeQuotes(bare, sentence.inSpeech), evidence };
  return {
    text: isQuotable(sentence.text)
      ? `${quotes}: “${sentence.text}”`
      : `${quotes}: ${closeQuotes(bare, sentence.inSpeech)}`,
    evidence,
  };
}
