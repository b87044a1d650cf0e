import type { Line } from '#contract/analysis-result.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf, MARKDOWN, type Sentence, withoutMarkdown } from '../reading/text.ts';

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

/** Sentences of one turn word for word, in quotation marks after their speaker's name. Quotations within become single ones. */
export function quotation(prepared: Prepared, sentences: readonly Sentence[]): Line {
  const [first] = sentences;
  const said = sentences.map(({ text }) => text).join(' ');
  // What somebody of the story says from beginning to end needs one pair of marks.
  const words = withoutMarkdown(/^["“][^"“”]*["”]$/.test(said) ? said.slice(1, -1) : said)
    .replace(/(^|[\s(])["“”]/g, '$1‘')
    .replace(/["“”]/g, '’');
  const speaker =
    first === undefined
      ? null
      : (speakerOf(prepared, first) ?? prepared.labels.get(first.speakerId ?? '') ?? null);
  // What loses characters is no longer word for word.
  const quoted =
    said.search(MARKDOWN) < 0 ? `“${words || '…'}”` : words.replace(/^(?:[-+=]+|\d+[.)])\s+/, '') || '…';
  return {
    text: speaker === null ? quoted : `${withoutMarkdown(speaker)}: ${quoted}`,
    evidence: evidenceOf(prepared.transcript, ...sentences),
  };
}
