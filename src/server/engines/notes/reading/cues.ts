/** Words that say what kind of sentence it is, in English. In other languages no cue counts. */
export const cues = {
  YouSense:
    /\byou (?:all |can |both |just |then |guys )?(?:see|hear|find|feel|notice|watch|smell|spot|sense|look|glance|recogni[sz]e|realize|remember|recall|know|learn|discover)\b/gi,
  YouMove:
    /\byou (?:all |can |both |then |guys |eventually |manage to )?(?:make your way|arrive|enter|reach|come|go|walk|step|head|continue|return|approach|leave|travel|emerge|wake|rest|sleep|find yoursel\w+|gather|begin|start|manage)\b/gi,
  You: /\byou(?:r|rs|rself|rselves|'re|'ve|'ll|'d)?\b/gi,
  Declare:
    /\bi(?:'m going to| am going to|'m gonna| want to| would like to|'d like to|'ll| will| cast| use| try to| go| take| grab| pull| hand| give| walk| run| attack| ask| look| say| tell| open| put| shoot| throw)\b/gi,
  Dice: /\b(?:roll\w*|d(?:4|6|8|10|12|20)s?|check|saving throw|saves?|damage|hits?|misses|armor class|ac|initiative|natural|plus|points?|advantage|disadvantage|modifier|bonus action|reaction|spell slot|hit points|dc|perception|insight|stealth|athletics|acrobatics|persuasion|investigation|dexterity|constitution|wisdom|strength|charisma|turn|round|feet)\b/gi,
  Laugh:
    /\((?:laugh\w*|chuckl\w*|giggl\w*|cheer\w*|groan\w*|scream\w*|sigh\w*|gasp\w*)[^)]{0,80}\)|\bhaha\b/gi,
  First: /\b(?:i|me|my|mine|i'm|i've|i'd|i'll)\b/gi,
  Third: /\b(?:he|she|him|her|his|hers|they|them|their|its)\b/gi,
  Weight:
    /\b(?:promise|swear|agree|deal|accept|refuse|offer|pay|gold|trust|help|kill|dead|dies?|die|death|destroy\w*|attack\w*|escape|war|fight|save|steal|stole|secret|truth|lie|lied|love|hate|family|father|mother|brother|sister|name is|called|i am|my name)\b/gi,
  HowDo: /\bhow do you want to do this\b/gi,
  The: /\b(?:the|this|these|of|into|through|across|upon|within|toward|towards)\b/gi,
  It: /\b(?:it|its|it's|that|that's|this|those|these|there)\b/gi,
  Arrive:
    /\b(?:arriv\w*|enter\w*|reach\w*|make your way|come (?:upon|to)|approach\w*|leav\w*|depart\w*|travel\w*|journey\w*|head (?:to|toward|back|out|north|south|east|west)|return\w*|gates?|city|town|village|temple|castle|tavern|inn|ship)\b/gi,
  Death:
    /\b(?:kill\w*|dead|die[sd]?|death|destroy\w*|murder\w*|slain|slay|corpses?|bod(?:y|ies)|unconscious|collaps\w*|falls?|escap\w*|captur\w*|prison\w*)\b/gi,
} as const;

export type Cue = keyof typeof cues;

export const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

export const LEANING =
  /^(?:he|she|it|they|that|this|those|these|which|and|but|so|or|him|her|because|then)\b/i;
export const DICE =
  /\b(?:roll\w*|d(?:4|6|8|10|12|20)s?|check|saving throws?|damage|modifier|bonus action|disadvantage|advantage|hit points|armor class|plus (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)|natural (?:20|one|twenty|1)|points? of|\d+ feet|spell slot|attack of opportunity|initiative|dc)\b/gi;
export const RULES =
  /\b(?:(?:your|my|his|her|\w+'s) (?:turn|movement|reaction|action)|finish(?:es)? your turn|rounds? of combat|top of the round|passive perception|perception|turn order|on deck|bonus|melee|ranged|range|reaction|legendary|concentration|at (?:level|\w+ level)|\w+[- ]level|feet|saving|half (?:your|my) (?:movement|speed)|action|dash|disengage|hits|misses|ac)\b/gi;
/** How many words of dice and rules a text has. */
export const rulesIn = (text: string): number => countOf(DICE, text) + countOf(RULES, text);
export const TABLE =
  /\b(?:movie|tv|the break|the internet|guys,|fuck\w*|shit|asshole|sorry|rules?|mechanic\w*|sheet|dice|minis?|map)\b/gi;
