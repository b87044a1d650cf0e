import { countOf } from './cues.ts';
import type { Sentence, Speech } from './text.ts';
import { HOUSEKEEPING } from './vocabulary.ts';

/** The same in many languages: brands, money, addresses, and what people type. */
const ANYWHERE =
  /\b(?:twitch|youtube|patreon|kickstarter|discord|twitter|instagram|facebook|reddit|tiktok|spotify|podcasts?|netflix|hashtags?|sponsor\p{L}*|wifi|zoom|skype|roll20|foundry|fans?|subs|playlist|spoilers?|merch)\b|[$€£]\s?\d|\d\s?[€£]|\bwww\.|\.(?:com|org|net|tv)\b|(?<=\s|^)[@#]\p{L}{3,}/giu;
const STRONG =
  /\b(?:donat\w+|donors?|(?:thank(?:s| you)|welcome)(?: \w+){0,4} (?:for (?:watching|tuning|joining|listening|coming|having|the (?:sub\w*|support|gift))|to everyone|to you all)|tun(?:e|ed|ing) in|(?:guys|everyone|everybody|people) (?:at home|watching|who watch)|watch(?:ing|ed)? (?:us|live|the show|critical role|at home)|(?:the|our|your|this|a great|a) (?:show|stream|channel|chat|audience|viewers?|fanbase|community|cast|crew)|live ?stream\w*|viewers|episodes?|next (?:week|thursday|session|time we play)|last week|thursdays?|happy birthday|merry christmas|halloween|giveaways?|t-?shirts?|posters?|tickets?|signed|autograph\w*|fan ?art|con|conventions?|video ?games?|movies?|tv|xbox|playstation|voice (?:actors?|acting)|audition\w*|actors?|comics?|emails?|letter from|internet|website|online|promo\w*|discount|shipping|in stores|available (?:now|at|on)|d&d|dungeons (?:&|and) dragons|pathfinder|(?:fifth|5th|4th|fourth|third) edition|campaigns?|dungeon masters?|dming|npcs?|home game|role-?play\w*|character sheets?|microphones?|audio|volume|headphones|cameras?|overlay|technical|lag(?:ging|gy)?|connection|mute[d]?|can you hear me|bathroom|pizza|snacks?|coffee|charit\w+|foundation|hospital|kids|college|high school|los angeles|grandma|mom|dad)\b/gi;
const IN_GAME =
  /\byou (?:all |both |guys |can |just |then |manage to |begin to |start to |eventually )*(?:see|hear|notice|find|feel|smell|watch|make your way|arrive|enter|reach|approach|walk|step|glance|follow|wake)\b|\b(?:roll(?:s|ed)? (?:for|a|an|me|your|perception|insight|stealth|initiative|investigation|damage)|make (?:a|an|me a|another) \w+ (?:check|save|roll|saving)|saving throw|initiative|perception|stealth|points? of (?:\w+ )?damage|hit points|natural (?:20|one|twenty)|that hits|does that hit|your turn|how do you want to do this|cast(?:s|ing)?|attacks?|swords?|daggers?|arrows?|tavern|guards?)\b/gi;
/** The evening ends, may end, a break begins, or play does. */
export const ENDS =
  /\b(?:(?:that(?:['’]s| is)|this is) where we(?:['’]ll| will|['’]re going to| are going to| shall)? (?:end|stop|leave|pause|pick)|bring(?:s|ing)? (?:(?:(?:this|the|our|tonight['’]s|today['’]s) )?(?:session|game|episode)|(?:our|tonight['’]s|today['’]s) (?:night|evening)) to (?:a close|an end|its (?:close|end))|(?:end|close|conclude|stop)(?: it)?(?: there| here)? (?:for )?(?:tonight|today|(?:the|this|tonight['’]s) (?:session|game|episode))|pick (?:this |it |things |that )?(?:back )?up (?:there |from there |from here |here )?next (?:week|time|session))\b/i;
const MAY_END =
  /\b(?:(?:that(?:['’]s| is)|this is|and) where we(?:['’]ll| will|['’]re going to| are going to| shall)? (?:end|stop|leave|pause|pick|break)|good ?night,? (?:everyone|everybody|guys|all)|is it thursday yet)\b/i;
export const BREAKS =
  /\b(?:take (?:a|our|another) (?:\w+ ){0,2}break|(?:go|going) (?:to|on) (?:our |a )?break|(?:be|see you) back (?:here )?(?:(?:in|after) (?:a|just|about|\w+ minutes)|about \w+ minutes))\b/i;
export const BACK =
  /\b(?:welcome back|we(?:['’]re| are) back|(?:back|returned) (?:from|after) (?:the|our) break)\b/i;
const BEGINS =
  /\b(?:let(?:['’]s| us) (?:all )?(?:get|jump|dive|go|hop)(?: right| on| back)* (?:started|in|into|to it)|(?:begin|start) (?:tonight['’]s|today['’]s|the) (?:game|session|adventure|story)|last we left|(?:when|where|as) we (?:last )?left off)\b/i;

const SWITCH = 5;
const SWITCH_AT_CUE = 3;
const FROM_START = 1;
const OUT = 1;
const MOST_OUT = 3;
const IN = 1.6;
/** A stretch is play unless something says otherwise; less so at both ends, where tables greet and say goodbye. */
const PLAY_FIRST = 0.05;
/** Where no word says that it is play. */
const PLAY_FIRST_ELSEWHERE = 0.3;
const EDGE = 0.03;
const PLAY_FIRST_AT_EDGE = 0.02;

/**
 * Sentences that are talk of the table and its show, not of the story: announcements, greetings, gifts, technical trouble, questions after the game. The
 * likeliest sequence of two states (Viterbi) by the words of each sentence, so that one word does not cut a scene and a lull does not end an announcement.
 */
export function outOfGame({ sentences, wordCount }: Speech, english: boolean): ReadonlySet<number> {
  let said = 0;
  const odds = sentences.map((sentence) => {
    said += sentence.words.length;
    const isEdge = said < EDGE * wordCount || said > (1 - EDGE) * wordCount;
    if (!english) return outOdds(sentence, english) - PLAY_FIRST_ELSEWHERE;
    return outOdds(sentence, english) - (isEdge ? PLAY_FIRST_AT_EDGE : PLAY_FIRST);
  });
  const cameFromOut: [boolean, boolean][] = [];
  let [play, out] = [0, -FROM_START];
  for (const [at, { text }] of sentences.entries()) {
    const before = sentences[at - 1]?.text ?? '';
    const costOf = (said: string, ...cues: RegExp[]) =>
      english && cues.some((cue) => cue.test(said)) ? SWITCH_AT_CUE : SWITCH;
    const stops = costOf(before, ENDS, MAY_END, BREAKS);
    const begins = costOf(text, BEGINS, BACK);
    const [toPlay, toOut] = [Math.max(play, out - begins), Math.max(out, play - stops)];
    cameFromOut.push([out - begins > play, out >= play - stops]);
    [play, out] = [toPlay, toOut + odds[at]!];
  }
  const found = new Set<number>();
  let isOut = out > play;
  for (let at = sentences.length - 1; at >= 0; at -= 1) {
    if (isOut) found.add(at);
    isOut = cameFromOut[at]![isOut ? 1 : 0];
  }
  return found;
}

function outOdds({ text }: Sentence, english: boolean): number {
  const brands = countOf(ANYWHERE, text);
  if (!english) return MOST_OUT * Math.min(2, brands);
  const out = countOf(STRONG, text) + brands + (HOUSEKEEPING.test(text) ? 1 : 0);
  return Math.min(MOST_OUT, out * OUT) - countOf(IN_GAME, text) * IN;
}
