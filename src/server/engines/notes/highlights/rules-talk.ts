import { countOf, cues, rulesIn } from '../reading/cues.ts';
import type { Prepared } from '../reading/prepare.ts';
import type { Sentence } from '../reading/text.ts';
import { isEnglish } from '../reading/titles.ts';
import { FUNCTION_WORDS } from '../reading/vocabulary.ts';

/** Dice in any language: "2d6", "W20". */
const DIE = /(?<![\p{L}\p{N}])\d*[dw](?:4|6|8|10|12|20|100)(?![\p{L}\p{N}])/giu;
/** Words of dice and rules, only where the transcript says its language. */
const OTHER_LANGUAGES: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(?:w[üu]rf\p{L}*|proben?|schaden|initiative|trefferpunkte|rettungswurf|vorteil|nachteil)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:jets?|d[ée]s?|d[ée]g[âa]ts|initiative|points de vie|sauvegarde|avantage)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:tiradas?|dados?|da[ñn]o|iniciativa|puntos de golpe|salvaci[óo]n|ventaja)(?!\p{L})/giu,
  it: /(?<!\p{L})(?:tir[oi]|dad[oi]|danni|iniziativa|punti ferita|salvezza|vantaggio)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:rolagem|testes?|dados?|dano|iniciativa|pontos de vida|vantagem)(?!\p{L})/giu,
  nl: /(?<!\p{L})(?:worp|dobbelste\p{L}+|schade|initiatief|levenspunten|voordeel)(?!\p{L})/giu,
};
const DIGITS = /^\d{1,3}$/;
const LEAST_BESIDE = 6;
const LEAST_SHARE = 0.3;
const MEASURES =
  /^(?:minutes?|hours?|days?|weeks?|months?|years?|gold|silver|copper|o'?clock|percent|am|pm|people|times?)$/;

/** How many words of dice and rules a sentence has. */
export function rulesTalkOf(prepared: Prepared): (sentence: Sentence) => number {
  const english = isEnglish(prepared);
  const others = otherRulesTalkOf(prepared);
  return (sentence) => (english ? rulesIn(sentence.text) : 0) + others(sentence);
}

/**
 * The same besides the English of one system: words of the transcript's language, and the session's own, which stand beside numbers again and again
 * ("3 stress", "momentum 6").
 */
export function otherRulesTalkOf(prepared: Prepared): (sentence: Sentence) => number {
  const english = isEnglish(prepared);
  const language = prepared.transcript.language?.slice(0, 2).toLowerCase() ?? '';
  const others = OTHER_LANGUAGES[language];
  const own = ownRules(prepared);
  return ({ text, words }) =>
    (english ? 0 : countOf(DIE, text)) +
    (others === undefined ? 0 : countOf(others, text)) +
    (own.size === 0 ? 0 : words.filter(({ lower }, at) => own.has(lower) && isBeside(words, at)).length);
}

const isBeside = (words: Sentence['words'], at: number): boolean =>
  (words[at]?.joined === true && DIGITS.test(words[at - 1]?.lower ?? '')) ||
  (words[at + 1]?.joined === true && DIGITS.test(words[at + 1]?.lower ?? ''));

function ownRules({ speech }: Prepared): ReadonlySet<string> {
  const counts = new Map<string, { all: number; beside: number }>();
  for (const { words } of speech.sentences)
    words.forEach(({ lower }, at) => {
      if (lower.length < 4 || /\d/.test(lower) || FUNCTION_WORDS.has(lower) || MEASURES.test(lower)) return;
      const count = counts.get(lower) ?? { all: 0, beside: 0 };
      count.all += 1;
      if (isBeside(words, at)) count.beside += 1;
      counts.set(lower, count);
    });
  return new Set(
    [...counts].flatMap(([word, { all, beside }]) =>
      beside >= LEAST_BESIDE && beside >= LEAST_SHARE * all && rulesIn(word) === 0 ? word : [],
    ),
  );
}

const OFFICE =
  /\b(?:agendas?|meetings?|deadlines?|budgets?|quarter(?:ly)?|customers?|clients?|stakeholders?|roadmap|sprints?|backlog|invoices?|revenue|slides?|spreadsheets?|action items?|follow[- ]ups?|projects?|deploy\w*|sales|marketing|hiring|managers?|colleagues?|onboarding|campaign manager|headcount)\b/gi;
const GAME =
  /\b(?:roll(?:s|ed|ing)?|dice|initiative|saving throws?|hit points|spells?|swords?|daggers?|taverns?|dungeons?|dragons?|goblins?|monsters?|magic\w*|curse[ds]?|sanity|ghosts?|npcs?|game ?master|character sheets?|adventur\w+|quests?|wizards?|rogues?|clerics?|warlocks?|bards?|paladins?|druids?)\b/gi;
const LEAST_WORDS = 200;
const LEAST_GAME_RATE = 0.004;

/** Whether it sounds like a meeting at work. Only in English, and only if next to nothing sounds like a game. */
export function isMeeting(prepared: Prepared): boolean {
  const { sentences, wordCount } = prepared.speech;
  if (!isEnglish(prepared) || wordCount < LEAST_WORDS) return false;
  let office = 0;
  let game = 0;
  for (const { text } of sentences) {
    office += countOf(OFFICE, text);
    game += countOf(GAME, text) + countOf(cues.YouSense, text);
  }
  return office > game && game < LEAST_GAME_RATE * wordCount;
}
