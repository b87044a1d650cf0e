import type { Line } from '#contract/analysis-result.ts';
import { isEnglish, primaryTag } from '../../english-words.ts';
import type { RecapRequest, Statement, WrittenRecap } from '../port.ts';
import { quoteIn } from '../quotes.ts';
import { addressesModel } from './addressed.ts';
import { AnswerFailed } from './chat.ts';
import { harmless } from './chunks.ts';
import type { Connection } from './connect.ts';
import { countedIn, quotationsIn, together } from './ground.ts';
import { numbersIn } from './numbers.ts';
import { filled, houseOfNotes } from './prompts.ts';
import { SaidNames } from './said-names.ts';
import { Retold, SHAPES } from './schema.ts';
import { estimatedTokens } from './transport.ts';
import { SHARES, spread } from './writer.ts';

/** The notes of a long evening; more would make the others wait. */
const MOST_TOKENS = 12_000;
/** Notes of fewer leave much of an evening out, so that passages are read, too, up to this. */
const SHORT_TOKENS = 2500;
const LABEL_TOKENS = 5;
const MOST_WORDS = 500;
const WORDS_OF_CHARACTER = 300;
const MOST_DOUBTS = 10;
const MOST_RETOLD = 6;
const LONGEST_DOUBT = 80;
const SAID = 'Said at the table, word for word';

interface Material {
  statements: Statement[];
  notes: string;
  unread: number;
}

/** One call, and one with less to read and to write if that was too much. @throws AnswerFailed, NotesUnavailable */
export async function writeRecap(
  request: RecapRequest,
  { chat, budget }: Connection,
  { signal }: { signal: AbortSignal },
): Promise<WrittenRecap> {
  const { style, character, language } = request;
  let failure: AnswerFailed | null = null;
  for (const share of SHARES) {
    const material = materialOf(request, Math.min(budget.materialTokens * 0.8, MOST_TOKENS), share);
    const words = Math.round(share * (character === null ? MOST_WORDS : WORDS_OF_CHARACTER));
    try {
      const retold = await chat.ask({
        name: 'recap',
        system: houseOfNotes(language),
        user: filled('recap', {
          notes: material.notes,
          style: harmless(style),
          character:
            character === null
              ? ''
              : `It is about what ${harmless(character)} did, saw and went through, and about nobody else's evening.`,
          words: String(words),
          shape: SHAPES.recap,
        }),
        schema: Retold,
        signal,
        used: () => {},
      });
      return writtenFrom(request, material, retold);
    } catch (error) {
      if (!(error instanceof AnswerFailed) || error.why !== 'tooMuch') throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Numbered. With a share, so many of the statements of each section. */
function materialOf({ sections, passages }: RecapRequest, most: number, share: number): Material {
  const statements: Statement[] = [];
  const read: string[] = [];
  let tokens = 0;
  const give = (title: string, all: readonly Statement[]): boolean => {
    const own = spread(all, Math.ceil(all.length * share))
      .map(({ text, evidence }) => ({ text: harmless(text), evidence }))
      .filter(({ text }) => text !== '' && !addressesModel(text));
    const size = own.reduce((sum, { text }) => sum + LABEL_TOKENS + estimatedTokens(text), LABEL_TOKENS);
    if (tokens + size > most) return false;
    tokens += size;
    const lines = own.map(({ text }, at) => `n${statements.length + at + 1}: ${text}`);
    statements.push(...own);
    if (own.length > 0) read.push(`${harmless(title)}:\n${lines.join('\n')}`);
    return true;
  };
  const unread = sections.filter((section) => !give(section.title, section.statements)).length;
  const said = unread > 0 ? [] : within(passages, Math.min(most, SHORT_TOKENS) - tokens);
  if (said.length > 0) give(SAID, said);
  return { statements, notes: read.join('\n\n'), unread };
}

/** As paragraphs and verses, with the turns of what each sentence retells. */
function writtenFrom(
  { style, character, language }: RecapRequest,
  { statements, unread }: Material,
  { paragraphs }: Retold,
): WrittenRecap {
  const lines: Line[] = [];
  const text = paragraphs
    .map(({ sentences }) =>
      sentences
        .map((sentence) => {
          const rows = sentence.text.split('\n').map(harmless);
          const retold = sentence.from.slice(0, MOST_RETOLD);
          const evidence = together(retold.flatMap((number) => statements[number - 1]?.evidence ?? []));
          if (evidence !== null) lines.push(...rows.filter(Boolean).map((row) => ({ text: row, evidence })));
          return rows.join('\n').replace(/[^\n]$/, '$& ');
        })
        .join('')
        .trim(),
    )
    .filter(Boolean)
    .join('\n\n');
  const given = statements.map((statement) => statement.text).join('\n');
  const wantsEnglish = language === null ? isEnglish([given]) : primaryTag(language) === 'en';
  const english = isEnglish([text]);
  return {
    text,
    lines,
    unread,
    isOtherLanguage: wantsEnglish !== null && english !== null && english !== wantsEnglish,
    doubts: doubtedIn(text, given, {
      language,
      names: new SaidNames([given, style, character ?? ''], language),
    }),
  };
}

/** The best that fit, in the order of the evening. */
function within(passages: readonly Line[], room: number): Line[] {
  let left = room - LABEL_TOKENS;
  return passages
    .filter(({ text }) => {
      const size = LABEL_TOKENS + estimatedTokens(text);
      if (size > left) return false;
      left -= size;
      return true;
    })
    .sort((one, other) => one.evidence.startMs - other.evidence.startMs);
}

function doubtedIn(
  text: string,
  given: string,
  { language, names }: { language: string | null; names: SaidNames },
): string[] {
  const doubts = new Set<string>();
  const numbers = new Set(numbersIn(given));
  for (const sentence of text.split(/\n|(?<=[.!?…]["”’»)]{0,9})\s+/u)) {
    const name = names.inventedIn(sentence);
    if (name !== null) doubts.add(name);
    for (const number of countedIn(sentence, language)) if (!numbers.has(number)) doubts.add(String(number));
  }
  for (const { whole, words } of quotationsIn(text))
    if (quoteIn(given, words) === null) doubts.add(whole.slice(0, LONGEST_DOUBT));
  return [...doubts].slice(0, MOST_DOUBTS);
}
