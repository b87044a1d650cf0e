import type { Pointer } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { eveningLengths } from '#contract/evening-lengths.ts';
import { countOf, cues, LEANING, rulesIn, TABLE } from '../reading/cues.ts';
import type { Prepared } from '../reading/prepare.ts';
import type { Salience } from '../reading/salience.ts';
import type { Sentence } from '../reading/text.ts';
import { isEnglish } from '../reading/titles.ts';
import { saidBy } from './lines.ts';

const MOST = { moment: 90, fight: 20, roll: 40, question: 12, handedOut: 12 };
const LEAST_WORDS = 6;
/** "What are you doing?" is asked all the time. */
const LEAST_OF_A_QUESTION = 9;
const AROUND = 4;
const NATURAL = /\b(?:nat(?:ural)?[ -]?(?:20|twenty|1|one)|critical (?:hit|miss|fail\w*)|crit(?:s|ted)?)\b/i;
const MONEY =
  /\b(?:a|one|two|three|four|five|six|seven|eight|nine|ten|\w*teen|\w+ty|hundred|thousand|\d[\d,]*)[ -](?:and )?(?:platinum|gold|silver|copper|credits?|dollars|pounds|coins?)\b/i;
const GIVES =
  /\b(?:you (?:find|discover|receive|get)|hands? (?:you|over)|gives? you|comes (?:out )?to|total of|inside (?:is|are|you)|pays? you|slides? you)\b/i;
const ASKS = /\bwhat (?:do|would|are|will) (?:you|we)(?: (?:all|guys|both))?\b[^?]*\?/i;

/** Where in the evening to listen: a moment every few minutes by salience, fights, rolls that tables remember, questions to the table, what is handed out. */
export function findPointers(prepared: Prepared, salience: Salience, detailLevel: DetailLevel): Pointer[] {
  const { speech, zones } = prepared;
  const english = isEnglish(prepared);
  const found: { kind: Pointer['kind']; sentences: Sentence[]; worth: number }[] = [];
  const add = (kind: Pointer['kind'], worth: number, ...sentences: Sentence[]) =>
    found.push({ kind, sentences, worth });
  for (const sentence of moments(prepared, salience, eveningLengths[detailLevel].wordsOfMoment, english))
    add('moment', salience.worth[sentence.index]!, sentence);
  if (english) {
    for (const call of fightsOf(prepared)) add('fight', 1, call);
    for (const sentence of speech.sentences) {
      if (zones.zones[sentence.index] !== 'play') continue;
      const { text, words, speakerId, index } = sentence;
      const byGameMaster = zones.gameMasterId !== null && speakerId === zones.gameMasterId;
      const worth = salience.worth[index]!;
      if (NATURAL.test(text)) add('roll', worth, sentence);
      else if (byGameMaster && MONEY.test(text) && GIVES.test(text) && !text.includes('?'))
        add('handedOut', worth, sentence);
      else if (byGameMaster && ASKS.test(text) && words.length >= LEAST_OF_A_QUESTION && rulesIn(text) === 0)
        add('question', worth, sentence);
    }
  }
  const taken = new Map<Pointer['kind'], number>();
  return found
    .sort((a, b) => b.worth - a.worth || a.sentences[0]!.index - b.sentences[0]!.index)
    .filter(({ kind }) => {
      const count = (taken.get(kind) ?? 0) + 1;
      taken.set(kind, count);
      return count <= MOST[kind];
    })
    .map(({ kind, sentences }, rank): Pointer => ({ kind, ...saidBy(prepared, sentences, rank) }))
    .sort((a, b) => a.startMs - b.startMs || a.rank - b.rank);
}

const INITIATIVE =
  /\b(?:roll (?:for )?(?:me )?(?:some )?initiative|initiative,? (?:everyone|everybody|please|guys|order)|rolling initiative|initiative rolls?)\b/i;
const QUIET_WORDS = 450;
const FEWEST_MARKS = 10;

/** The calls for initiative after which the table talks of dice and rules for a while. */
function fightsOf({ speech, zones }: Prepared): Sentence[] {
  const fights: { call: Sentence; marks: number }[] = [];
  let quiet = Number.POSITIVE_INFINITY;
  for (const sentence of speech.sentences) {
    if (zones.zones[sentence.index] === 'recap') continue;
    quiet += sentence.words.length;
    const last = fights.at(-1);
    if (last !== undefined && quiet <= QUIET_WORDS) {
      if (rulesIn(sentence.text) === 0) continue;
      last.marks += 1;
    } else if (INITIATIVE.test(sentence.text)) fights.push({ call: sentence, marks: 1 });
    else continue;
    quiet = 0;
  }
  return fights.filter(({ marks }) => marks >= FEWEST_MARKS).map(({ call }) => call);
}

/** In each stretch of play the sentence in whose surroundings most is worth noting. */
function moments(prepared: Prepared, salience: Salience, words: number, english: boolean): Sentence[] {
  const { speech, zones } = prepared;
  const { worth } = salience;
  const best = new Map<number, { sentence: Sentence; score: number }>();
  let said = 0;
  for (const sentence of speech.sentences) {
    if (zones.zones[sentence.index] !== 'play') continue;
    const stretch = Math.floor(said / words);
    said += sentence.words.length;
    if (sentence.words.length < LEAST_WORDS) continue;
    const from = Math.max(0, sentence.index - AROUND);
    let around = 0;
    for (let at = from; at <= Math.min(speech.sentences.length - 1, sentence.index + AROUND); at += 1)
      around += worth[at]!;
    const score = (worth[sentence.index]! + around / (2 * AROUND + 1)) * (english ? tells(sentence) : 1);
    if (score > (best.get(stretch)?.score ?? 0)) best.set(stretch, { sentence, score });
  }
  return [...best.values()].map(({ sentence }) => sentence);
}

function tells({ text }: Sentence): number {
  let factor = 1;
  if (countOf(cues.YouSense, text) + countOf(cues.YouMove, text) + countOf(cues.HowDo, text) > 0)
    factor *= 1.2;
  if (countOf(cues.Weight, text) + countOf(cues.Declare, text) > 0) factor *= 1.1;
  if (rulesIn(text) + countOf(TABLE, text) > 0) factor *= 0.7;
  if (LEANING.test(text)) factor *= 0.9;
  return factor;
}
