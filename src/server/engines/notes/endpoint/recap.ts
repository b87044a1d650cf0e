import { isEnglish, primaryTag } from '../../english-words.ts';
import type { RecapRequest, WrittenRecap } from '../port.ts';
import { addressesModel } from './addressed.ts';
import { harmless } from './chunks.ts';
import type { Connection } from './connect.ts';
import { filled } from './prompts.ts';
import { SaidNames } from './said-names.ts';
import { Retold, SHAPES } from './schema.ts';
import { estimatedTokens } from './transport.ts';

/** The notes of a long evening; more would make the others wait. */
const MOST_TOKENS = 12_000;
const MOST_WORDS = 500;
const WORDS_OF_CHARACTER = 300;
const MOST_DOUBTS = 10;

/** One call. @throws AnswerFailed, NotesUnavailable */
export async function writeRecap(
  { style, character, language, sections }: RecapRequest,
  { chat, budget }: Connection,
  { signal }: { signal: AbortSignal },
): Promise<WrittenRecap> {
  let left = Math.min(budget.materialTokens * 0.8, MOST_TOKENS);
  const read: string[] = [];
  for (const { title, text } of sections) {
    const lines = text.split('\n').filter((line) => !addressesModel(line));
    const given = `${harmless(title)}:\n${lines.map(harmless).join('\n')}`;
    const tokens = estimatedTokens(given);
    if (tokens > left) continue;
    left -= tokens;
    read.push(given);
  }
  const given = read.join('\n\n');
  const { paragraphs } = await chat.ask({
    name: 'recap',
    system: filled('house', {
      language: language ? `Write in the language "${language}".` : "Write in the notes' own language.",
      instructions: '',
    }),
    user: filled('recap', {
      notes: given,
      style: harmless(style),
      character:
        character === null
          ? ''
          : `It is about what ${harmless(character)} did, saw and went through, and about nobody else's evening.`,
      words: String(character === null ? MOST_WORDS : WORDS_OF_CHARACTER),
      shape: SHAPES.recap,
    }),
    schema: Retold,
    signal,
    used: () => {},
  });
  const text = paragraphs
    .map((paragraph) => paragraph.split('\n').map(harmless).join('\n'))
    .join('\n\n')
    .trim();
  const wantsEnglish = language === null ? isEnglish([given]) : primaryTag(language) === 'en';
  const english = isEnglish([text]);
  return {
    text,
    unread: sections.length - read.length,
    isOtherLanguage: wantsEnglish !== null && english !== null && english !== wantsEnglish,
    doubts: doubtedIn(text, new SaidNames([given, style, character ?? ''], language)),
  };
}

function doubtedIn(text: string, names: SaidNames): string[] {
  const doubts = new Set<string>();
  for (const sentence of text.split(/\n|(?<=[.!?…]["”’»)]*)\s+/u)) {
    const name = names.inventedIn(sentence);
    if (name !== null) doubts.add(name);
  }
  return [...doubts].slice(0, MOST_DOUBTS);
}
