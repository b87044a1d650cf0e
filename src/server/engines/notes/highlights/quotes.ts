import type { Moment } from '#contract/analysis-result.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf, type Sentence } from '../reading/text.ts';
import { ANACHRONISM, HOUSEKEEPING, RULES_TALK, TABLE_TALK } from '../reading/vocabulary.ts';
import { isQuotable, speakerOf } from './lines.ts';

const MOST_QUOTES = 3;
const LEAST_SCORE = 1.75;
/** Players also talk out of character, so their lines need a higher score. */
const LEAST_OF_A_PLAYER = 2.05;
const FEELING =
  /\b(i(?:'m| am) (?:so |really |very |truly )?(?:sorry|afraid|scared|proud|ashamed|grateful)|i (?:forgive|trust|promise|swear|owe) (?:you|him|her|them|my|this)|my (?:mother|father|sister|brother|family|home|people|son|daughter|past|fault)|i (?:lost|failed|killed|grew up)|forgive me|i will (?:not|never|always)|we(?:'re| are) (?:family|friends)|for (?:family|my people|justice)|(?:he|she|they) (?:saved|killed|betrayed|abandoned|left) (?:me|my|us))\b/i;
export const WEIGHT =
  /\b(death|die|died|dead|kill(?:ed)?|blood|soul|gods?|dragon|king|queen|war|fate|destiny|curse[ds]?|secret|promise|truth|betray(?:ed|al)?|revenge|vengeance|sacrifice|power|honor|fear|hope|darkness|evil|world|throne|crown|prophecy|enem(?:y|ies)|vow|oath|free(?:dom)?|forever|never|protect|destroy|save|return)\b/gi;
const TABLE =
  /\b(guys|okay|ok|dude|yeah|like,|uh|um|man,|wait|gonna|kinda|sort of|kind of|turn|hour|map|character|player|plus|d\d+|level|points?|oh my god|fuck\w*|shit\w*|wanna|gotta|whatever|awesome|cool|basically|literally|totally|poop|dick|penis|pee|ass|boobs?|butt|episode|show|chat)\b/i;

/** Small talk, errands and narrated acts are not worth quoting. */
const IDLE =
  /\b(you know|obviously|probably|actually|really|just|a little|a lot|a bit|something|stuff|things?|thing that|guess|ooh|oh|well|hm+|huh|hey|look|yes|no,|sure|maybe|pretty much|I think|I mean|a couple|a few|worst-case|in case|heading|headed|meant to|supposed to|works? for|going to|gonna|meanwhile|a good idea|enhancement|full-grown|process|prominent|renown|I tell|I say|I ask|I pick|I walk|I go|I put|I hold|I hope you would|would hope|the wife|none of their|bring|if we can|what are we)\b/i;
/** Openings that are often fragments, or a player describing a character. */
const FRAGMENT = /^(?:Some(?:one|body)|An? |Most|Because|Not|On |For |From |Hide|To )/;
/** An opening that vows, threatens, believes or grieves. */
const STRONG =
  /\b(will (?:not|never|always)|I (?:swear|promise|vow|will destroy|will kill|will find)|no matter|as long as|until (?:the|my|your|I)|the longer|some .+, others|not only|forgive|I (?:lost|failed|killed|watched|was taken|gave)|killed (?:my|his|her|our)|died (?:for|to|in)|has been much|would rather|nothing (?:left|more)|the rest of (?:my|your) (?:life|days)|every(?:thing|one) (?:I|we) (?:love|loved|have|had)|beware|remember (?:this|that|me)|there is no)\b/i;

/** A few lines that matter: promises, feelings, threats. No jokes. */
export function findQuotes(prepared: Prepared): Moment[] {
  const { speech, zones } = prepared;
  const found: { sentence: Sentence; text: string; score: number; voice: string | null }[] = [];
  for (const sentence of speech.sentences) {
    if (zones.zones[sentence.index] !== 'play' || !sentence.complete) continue;
    const narrated = sentence.speakerId === zones.gameMasterId && sentence.speakerId !== null;
    const text = narrated ? spokenPart(sentence) : sentence.text;
    if (text === null || !isQuotable(text) || /--|\d|\.\.\.|…/.test(text)) continue;
    const words = text.split(/\s+/).length;
    if (words < 8 || words > 34) continue;
    if (RULES_TALK.test(text) || HOUSEKEEPING.test(text) || ANACHRONISM.test(text) || TABLE.test(text))
      continue;
    if (prepared.fightAt(sentence.index) && !narrated) continue;
    if (/\?$/.test(text) || laughed(prepared, sentence)) continue;
    const weight = Math.min(3, new Set(text.toLowerCase().match(WEIGHT) ?? []).size);
    const feeling = FEELING.test(text) ? 1.3 : 0;
    if (weight === 0 && feeling === 0) continue;
    const named = (prepared.names.inSentence.get(sentence.index) ?? []).length > 0 ? 0.4 : 0;
    const table = TABLE_TALK.test(text) ? -1.2 : 0;
    const dangling = /^(that|it|it's|this|which|because|or|and|but|so|he|she|they)\b/i.test(text) ? -0.7 : 0;
    const length = words >= 12 && words <= 28 ? 0.4 : 0;
    const score =
      weight * 0.7 +
      feeling +
      named +
      table +
      dangling +
      length +
      (narrated ? 0.5 : 0) +
      (STRONG.test(text) ? 0.9 : 0) -
      (IDLE.test(text) ? 1.2 : 0);
    if (score < (narrated ? LEAST_SCORE : LEAST_OF_A_PLAYER) || FRAGMENT.test(text)) continue;
    found.push({ sentence, text, score, voice: sentence.speakerId });
  }
  const perVoice = new Map<string | null, number>();
  const chosen: typeof found = [];
  for (const each of found.sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)) {
    if (chosen.length >= MOST_QUOTES) break;
    const own = perVoice.get(each.voice) ?? 0;
    if (own >= 2 || chosen.some(({ sentence }) => Math.abs(sentence.index - each.sentence.index) < 12))
      continue;
    perVoice.set(each.voice, own + 1);
    chosen.push(each);
  }
  return chosen
    .sort((a, b) => a.sentence.index - b.sentence.index)
    .map(({ sentence, text }) => ({
      description: text,
      isQuote: true,
      speaker:
        sentence.speakerId === null
          ? null
          : (speakerOf(prepared, sentence) ?? prepared.labels.get(sentence.speakerId) ?? null),
      context: '',
      evidence: evidenceOf(prepared.transcript, sentence),
    }));
}

/** A non-player character's line, without the game master's words around it. */
export function spokenPart(sentence: Sentence): string | null {
  if (sentence.inSpeech)
    return /["“”]/.test(sentence.text) ? sentence.text.replace(/["”]\s*$/, '') : sentence.text;
  const whole = /^["“]([^"“”]+)["”]?$/.exec(sentence.text);
  return whole ? whole[1]!.trim() : null;
}

function laughed({ speech }: Prepared, sentence: Sentence): boolean {
  const turn = speech.turns[sentence.turn]!;
  if (/\(.*laugh/i.test(speech.sentences[turn.to - 1]!.text)) return true;
  return speech.turns
    .slice(turn.index + 1, turn.index + 4)
    .some((next) => /\((?:[^)]*)(laugh|giggl|snort|cackl)/i.test(speech.sentences[next.from]!.text));
}

const PLAN =
  /\b(we(?:'re| are) (?:going|heading|headed) to|(?:so )?let's (?:go|head|find|meet|follow|rest|sleep|leave|return|travel)|we(?:'ll| will) (?:go|head|meet|leave|find|travel|return|rest)|we (?:should|need to|have to|must) (?:go|head|find|get|stop|kill|save|leave|warn|return|talk|rest)|tomorrow|in the morning|the plan is|our next)\b/i;

/** What players say near the end about their plans: quoted, never called a decision. */
export function saidNearTheEnd(prepared: Prepared, most: number): { sentence: Sentence; speaker: string }[] {
  const { speech, zones, names } = prepared;
  const lastPlay = zones.zones.lastIndexOf('play');
  const found: { sentence: Sentence; speaker: string; score: number }[] = [];
  let words = 0;
  for (let at = lastPlay; at > 0 && words < Math.min(2500, speech.wordCount * 0.1); at -= 1) {
    const sentence = speech.sentences[at]!;
    words += sentence.words.length;
    const speaker = speakerOf(prepared, sentence);
    if (zones.zones[at] !== 'play' || speaker === null || !sentence.complete || !isQuotable(sentence.text))
      continue;
    if (sentence.words.length < 7 || sentence.words.length > 30 || !PLAN.test(sentence.text)) continue;
    if (
      /\?|--/.test(sentence.text) ||
      RULES_TALK.test(sentence.text) ||
      TABLE.test(sentence.text) ||
      ANACHRONISM.test(sentence.text) ||
      HOUSEKEEPING.test(sentence.text)
    )
      continue;
    if (laughed(prepared, sentence) || prepared.fightAt(at)) continue;
    const named = (names.inSentence.get(at) ?? []).some((index) => !prepared.party.members.has(index));
    if (!named && !/\b(tomorrow|morning|the plan is|rest|sleep)\b/i.test(sentence.text)) continue;
    found.push({ sentence, speaker, score: (named ? 1 : 0) + sentence.words.length / 30 });
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .sort((a, b) => a.sentence.index - b.sentence.index);
}
