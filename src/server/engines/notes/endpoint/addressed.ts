import { normalized } from '#contract/normalized.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';

/** Tries to instruct the model. Models never see such turns; a false alarm costs one turn and a warning. */
export function addressesModel(text: string): boolean {
  const plain = normalized(text.replace(INVISIBLE, ''), 'NFKC');
  return PATTERNS.some((pattern) => pattern.test(plain));
}

/** Those of the texts, in a row, that try to instruct the model, also where one begins what the next completes. */
export function addressedOf(texts: readonly string[]): boolean[] {
  const alone = texts.map(addressesModel);
  const completed = texts.map(
    (text, at) => at > 0 && !alone[at] && !alone[at - 1] && addressesModel(`${texts[at - 1]} ${text}`),
  );
  return alone.map((isAddressed, at) => isAddressed || completed[at] === true || completed[at + 1] === true);
}

export function notAddressed(texts: readonly string[]): string[] {
  const isAddressed = addressedOf(texts);
  return texts.filter((_, at) => !isAddressed[at]);
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

const PATTERNS = [
  /\b(ignore|disregard|forget|override)\b[^.!?]{0,40}\b(previous|prior|above|earlier|your|all|any|these|those)\b[^.!?]{0,30}\b(instructions?|prompts?|guidelines)\b/i,
  /\b(system|developer) (prompt|message|instructions?)\b/i,
  /\byou are now (?:an?|the) (?:[a-z]+ ){0,3}(?:assistant|language model|ai|chatbot|bot)\b/i,
  /\b(?:as|dear|hey|hi|hello|attention|note to|message (?:for|to)|instructions? (?:for|to)) (?:an? |the |any |all |you,? )?(?:ai|a\.i\.|language model|llm|chatbot|chat ?gpt|note[- ]?taker|transcriber|summari[sz]er|transcription (?:software|program))\b/i,
  /\b(?:ai|language model|llm|chat ?gpt|note[- ]?taker|summari[sz]er)\b\s*[,:]\s*(?:please\s+)?(?:write|say|add|note|put|include|record|ignore|output|answer|respond|print|state)\b/i,
  /\b(?:respond|reply|answer|output)\b[^.!?]{0,30}\b(?:json|only with|nothing but|the following)\b/i,
  /<\/?(?:transcript|events|earlier|passages?|question|system|user|assistant|instructions?)\b|<\|[a-z_]+\|>|\[\/?INST\]|^\s*(?:system|assistant)\s*:/im,
  /["'](?:sentences|passages|events|text|ids)["']\s*:/i,
  /\b(?:ignoriere?|vergiss)\b[^.!?]{0,40}\b(?:anweisungen|vorgaben|regeln|befehle)\b/i,
  /\b(?:ignorez?|oubliez?)\b[^.!?]{0,40}\b(?:instructions?|consignes)\b/i,
  /\b(?:ignora|olvida)\b[^.!?]{0,40}\b(?:instrucciones|indicaciones)\b/i,
];

export function withoutAddressed(transcript: TranscriptDocument): TranscriptDocument {
  const isAddressed = addressedOf(transcript.segments.map(({ text }) => text));
  return {
    ...transcript,
    segments: transcript.segments.map((segment, at) =>
      isAddressed[at] ? { ...segment, text: '' } : segment,
    ),
  };
}
