import type { PrepPart } from '#contract/prep.ts';
import { wordsIn } from '#server/campaigns/story.ts';
import { logistic } from '#server/platform/logistic.ts';
import { bias, type PrepFeature, prepFeatures, weights } from './prep-weights.ts';
import { outsideQuotes } from './said.ts';

const DEAL =
  /\b(?:promis\w*|swear|vow\w*|oath|owe[sd]?|debts?|reward\w*|in (?:exchange|return)|task\w*|mission|contract\w*|favou?r|agree\w*|deal|bargain|offer\w*|help|aid|if you)\b/giu;
const TIME =
  /\b(?:tomorrow|tonight|morning|dawn|dusk|evening|(?:an?|one|two|three|four|five|six|seven|ten|few|couple|\d+) (?:\w+ )?(?:hours?|days?|weeks?|months?|nights?)|until|soon)\b/giu;
const TRADE =
  /\b(?:gold pieces?|pieces|sells?|sold|buy|purchase|price\w*|store|shop|wares|rent\w*|rooms?|business|customers?|coin|silver|copper|afford\w*|goods|welcome|pleasure|drinks?|beers?|liquors?)\b/giu;
const WE = /\b(?:we|us|our|we['’]\p{L}+|let['’]s)\b/giu;
const FIRST = /\b(?:I|I['’]\p{L}+|me|my)\b/gu;
const NAMES = /(?<=[\p{L},;:] )(?!I\b)\p{Lu}\p{Ll}[\p{L}'’-]*/gu;
const STAKES =
  /\b(?:war|secret\w*|truth|lie[sd]?|famil\w*|father|mother|brother|sister|afraid|fear\w*|gods?|queen|king|lord|lady|dragon\w*|world|power\w*|city|army|temple|artifact|island|continent|portal|gate|plane|named|called|known as)\b/giu;
const FIGHT =
  /\b(?:attack\w*|swing\w*|arrows?|bolts?|blast\w*|shoot\w*|shot|spell|cast\w*|strik\w+|slash\w*|sword|axe|blade|wounds?|hit|fire|turn|round|range|distance|combat|move|check|natural|dice|plus|points?|\d+)\b/giu;
/** As if the page had picked it sixteenth. */
const RANK_OFF_PAGE = 4;
const ALL_QUOTED = 0.9;

export type SaidPart = Extract<PrepPart, 'stopped' | 'said' | 'plan'>;

interface PrepPlace {
  /** By whoever narrates. */
  isTold: boolean;
  /** Until the end of the evening. */
  minutes: number;
  /** Narrations that follow. */
  after: number;
  /** By the page of the evening; null: it is not on it. */
  rank: number | null;
}

/** What the regression knows of a passage. */
export function prepValuesOf(part: SaidPart, text: string, place: PrepPlace): Record<PrepFeature, number> {
  const own = outsideQuotes(text);
  const words = Math.max(1, wordsIn(text));
  const most = (limit: number, pattern: RegExp, of = text) => Math.min(limit, of.match(pattern)?.length ?? 0);
  const quoted = place.isTold ? 1 - wordsIn(own) / words : 0;
  const names = most(4, NAMES);
  return {
    stopped: Number(part === 'stopped'),
    late: Math.log2(1 + place.minutes),
    after: part === 'stopped' ? Math.min(6, place.after) : 0,
    rank: place.rank === null ? RANK_OFF_PAGE : Math.log2(1 + place.rank),
    words: Math.log2(words),
    quoted,
    unnamed: Number(quoted > ALL_QUOTED && names === 0),
    names,
    teller: part === 'stopped' ? most(3, FIRST, own) + most(3, WE, own) : 0,
    stakes: most(3, STAKES),
    fight: most(3, FIGHT),
    question: most(2, /\?/gu),
    deal: most(2, DEAL),
    time: most(2, TIME),
    trade: most(2, TRADE),
  };
}

/** How likely a game master wants it on the sheet, 0 to 1: a logistic regression (`prep-weights.ts`). Its words are English. */
export function usefulnessOf(values: Record<PrepFeature, number>): number {
  return logistic(prepFeatures.reduce((all, each) => all + weights[each] * values[each], bias));
}
