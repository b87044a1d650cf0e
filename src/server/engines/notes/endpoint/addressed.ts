import type { TranscriptDocument } from '#contract/transcript.ts';

/** Tries to instruct the model. Models never see such turns; a false alarm costs one turn and a warning. */
export function addressesModel(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text));
}

const PATTERNS = [
  /\b(ignore|disregard|forget|override)\b[^.!?]{0,40}\b(previous|prior|above|earlier|your|all|any|these|those)\b[^.!?]{0,30}\b(instructions?|prompts?|guidelines)\b/i,
  /\b(system|developer) (prompt|message|instructions?)\b/i,
  /\byou are now (?:an?|the) (?:[a-z]+ ){0,3}(?:assistant|language model|ai|chatbot|bot)\b/i,
  /\b(?:as|dear|hey|hi|hello|attention|note to|message (?:for|to)|instructions? (?:for|to)) (?:an? |the |any |all |you,? )?(?:ai|a\.i\.|language model|llm|chatbot|chat ?gpt|note[- ]?taker|transcriber|summari[sz]er|transcription (?:software|program))\b/i,
  /\b(?:ai|language model|llm|chat ?gpt|note[- ]?taker|summari[sz]er)\b\s*[,:]\s*(?:please\s+)?(?:write|say|add|note|put|include|record|ignore|output|answer|respond|print|state)\b/i,
  /\b(?:respond|reply|answer|output)\b[^.!?]{0,30}\b(?:json|only with|nothing but|the following)\b/i,
  /<\/?(?:transcript|events|earlier|system|user|assistant|instructions?)\b|<\|[a-z_]+\|>|\[\/?INST\]|^\s*(?:system|assistant)\s*:/im,
  /\b(?:ignoriere?|vergiss)\b[^.!?]{0,40}\b(?:anweisungen|vorgaben|regeln|befehle)\b/i,
  /\b(?:ignorez?|oubliez?)\b[^.!?]{0,40}\b(?:instructions?|consignes)\b/i,
  /\b(?:ignora|olvida)\b[^.!?]{0,40}\b(?:instrucciones|indicaciones)\b/i,
];

export function withoutAddressed(transcript: TranscriptDocument): TranscriptDocument {
  return {
    ...transcript,
    segments: transcript.segments.map((segment) =>
      addressesModel(segment.text) ? { ...segment, text: '' } : segment,
    ),
  };
}
