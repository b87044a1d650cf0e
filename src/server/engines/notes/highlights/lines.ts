import type { Pointer } from '#contract/analysis-result.ts';
import { withoutCutMarks } from '#contract/evening-text.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf, type Sentence } from '../reading/text.ts';

/** The displayed speaker: "Wren (Lena)", "Lena", or null for narration and unknown voices. */
export function speakerOf(prepared: Prepared, sentence: Sentence): string | null {
  if (sentence.speakerId === null || sentence.speakerId === prepared.zones.gameMasterId) return null;
  const label = prepared.labels.get(sentence.speakerId) ?? null;
  const character = prepared.cast.find((member) => member.speakerId === sentence.speakerId)?.character;
  if (!character || !label || character.toLowerCase() === label.toLowerCase()) return character ?? label;
  return `${character} (${label})`;
}

/** Sentences of one turn, word for word, with their own seconds: of a line that holds more, the share of its characters. */
export function saidBy(
  prepared: Prepared,
  sentences: readonly Sentence[],
  rank: number,
): Omit<Pointer, 'kind'> {
  const first = sentences[0]!;
  const last = sentences.at(-1)!;
  const { segments } = prepared.transcript;
  const timeIn = (index: number, at: number) => {
    const { startMs, endMs, text } = segments[index]!;
    return Math.round(startMs + ((endMs - startMs) * at) / Math.max(1, text.length));
  };
  const startMs = timeIn(first.firstSegment, first.startAt);
  const said = wordsBetween(prepared, first, last);
  return {
    text: withoutCutMarks(said) || said,
    speakerId: first.speakerId,
    speaker: speakerOf(prepared, first) ?? prepared.labels.get(first.speakerId ?? '') ?? null,
    startMs,
    endMs: Math.max(startMs, timeIn(last.lastSegment, last.endAt)),
    rank,
    evidence: evidenceOf(prepared.transcript, ...sentences),
  };
}

/** Whether one quotation mark of somebody's speech is beyond these sentences. */
export function isCutSpeech(prepared: Prepared, sentences: readonly Sentence[]): boolean {
  const said = wordsBetween(prepared, sentences[0]!, sentences.at(-1)!);
  return withoutCutMarks(said) !== said;
}

function wordsBetween({ transcript }: Prepared, first: Sentence, last: Sentence): string {
  return transcript.segments
    .slice(first.firstSegment, last.lastSegment + 1)
    .map(({ text }, at, { length }) =>
      text.slice(at === 0 ? first.startAt : 0, at === length - 1 ? last.endAt : text.length),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
