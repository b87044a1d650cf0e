import { isUnspaced, recognized } from '#contract/recognized-text.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { AnsweredSentence, AnswerRequest } from '../port.ts';
import { stem } from '../reading/text.ts';
import { FUNCTION_WORDS } from '../reading/vocabulary.ts';
import { noCampaign } from '../run.ts';
import { addressesModel, notAddressed } from './addressed.ts';
import { harmless } from './chunks.ts';
import type { Connection } from './connect.ts';
import { flat, Ground } from './ground.ts';
import { filled } from './prompts.ts';
import { Answered, SHAPES } from './schema.ts';
import { estimatedTokens } from './transport.ts';

/** A processor reads so much in a minute or two. */
const MOST_TOKENS = 2400;
/** Of a sentence's words, the share that its passages have, too. */
const LEAST_SHARED = 0.5;

/**
 * Answers a question from passages. What tries to instruct the model is not shown to it; a sentence is dropped if it cites no passage, or if its passages do
 * not have its names, numbers, quotations, and half of its words. @throws AnswerFailed, NotesUnavailable
 */
export async function answerFrom(
  { question, language, passages }: AnswerRequest,
  { chat, budget }: Connection,
  signal: AbortSignal,
): Promise<AnsweredSentence[]> {
  const asked = harmless(question);
  let left = Math.min(MOST_TOKENS, budget.materialTokens * 0.8);
  const shown = new Map<number, string>();
  for (const [at, { about, lines }] of passages.entries()) {
    const text = notAddressed(lines).map(harmless).filter(Boolean).join('\n');
    const whole = addressesModel(about) ? text : `(${harmless(about)}) ${text}`;
    left -= estimatedTokens(whole) + 4;
    if (left < 0) break;
    if (text !== '') shown.set(at + 1, whole);
  }
  if (shown.size === 0 || asked === '' || addressesModel(asked)) return [];
  const written = [...shown].map(([number, text]) => `p${number}: ${text}`).join('\n\n');
  const { sentences } = await chat.ask({
    name: 'answer',
    system: filled('answer', { shape: SHAPES.answer }),
    user: `<question>\n${asked}\n</question>\n\n<passages>\n${written}\n</passages>`,
    schema: Answered,
    signal,
    used: () => {},
  });
  return sentences.flatMap((sentence) => {
    const text = flat(sentence.text);
    const cited = sentence.passages.filter((number) => shown.has(number));
    const texts = cited.map((number) => shown.get(number) ?? '');
    if (cited.length === 0 || addressesModel(text) || !isSupported(text, texts, language)) return [];
    return [{ text, passages: cited.map((number) => number - 1) }];
  });
}

function isSupported(text: string, passages: readonly string[], language: string | null): boolean {
  const words = contentWords(text);
  const said = new Set(passages.flatMap(contentWords));
  const shared = words.filter((word) => said.has(word)).length;
  if (words.length === 0 || shared < words.length * LEAST_SHARED) return false;
  const transcript = transcriptOf(passages, language);
  const ground = new Ground({
    transcript,
    language,
    detailLevel: 'brief',
    campaign: noCampaign,
  });
  return ground.verified({ text, ids: transcript.segments.map(({ id }) => id) }) !== null;
}

/** Different words, without endings; of scripts without spaces, pairs of characters. */
function contentWords(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(([raw]) => {
    const plain = recognized(raw);
    if (!isUnspaced(raw)) return plain.length < 3 || FUNCTION_WORDS.has(plain) ? [] : [stem(plain)];
    const letters = [...plain];
    return letters.length < 2 ? [] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
  return [...new Set(words)];
}

const transcriptOf = (passages: readonly string[], language: string | null): TranscriptDocument => ({
  source: 'import',
  timing: 'estimated',
  engine: 'passages',
  language,
  durationMs: 0,
  speakers: [],
  segments: passages.map((text, at) => ({
    id: `s${at + 1}`,
    startMs: 0,
    endMs: 0,
    speakerId: null,
    text,
    originalText: null,
    confidence: null,
  })),
  warnings: [],
});
