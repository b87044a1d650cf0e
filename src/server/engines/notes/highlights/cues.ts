/** Words that say what kind of sentence it is, in English. In other languages no cue counts. */
export const cues = {
  YouSense:
    /\byou (?:all |can |both |just |then |guys )?(?:see|hear|find|feel|notice|watch|smell|spot|sense|look|glance|recogni[sz]e|realize|remember|recall|know|learn|discover)\b/gi,
  YouMove:
    /\byou (?:all |can |both |then |guys |eventually |manage to )?(?:make your way|arrive|enter|reach|come|go|walk|step|head|continue|return|approach|leave|travel|emerge|wake|rest|sleep|find yoursel\w+|gather|begin|start|manage)\b/gi,
  You: /\byou(?:r|rs|rself|rselves|'re|'ve|'ll|'d)?\b/gi,
  Setting:
    /\b(?:before you|in front of you|around you|ahead of you|stands?|sits?|lies?|lined|looms?|towering|stretch\w*|surround\w*|chamber|hall|room|door\w*|gates?|street|tavern|forest|cavern|tunnel|tower|temple|city|town|village|road|bridge|river|water|sky|walls?|floor|light|dark\w*|shadow\w*|smoke|fire|blood|stone|wood\w*)\b/gi,
  Time: /\b(?:next morning|next day|morning|evening|night|dawn|sunset|hours?|days?|minutes|eventually|meanwhile|finally|suddenly|moments? later|as you|by the time)\b/gi,
  Declare:
    /\bi(?:'m going to| am going to|'m gonna| want to| would like to|'d like to|'ll| will| cast| use| try to| go| take| grab| pull| hand| give| walk| run| attack| ask| look| say| tell| open| put| shoot| throw)\b/gi,
  CanI: /\b(?:can|could|may|do|should|would) (?:i|we)\b/gi,
  Plan: /\b(?:we (?:should|need|have to|could|can|must|gotta)|let's|shall we|our plan|what if we)\b/gi,
  Dice: /\b(?:roll\w*|d(?:4|6|8|10|12|20)s?|check|saving throw|saves?|damage|hits?|misses|armor class|ac|initiative|natural|plus|points?|advantage|disadvantage|modifier|bonus action|reaction|spell slot|hit points|dc|perception|insight|stealth|athletics|acrobatics|persuasion|investigation|dexterity|constitution|wisdom|strength|charisma|turn|round|feet)\b/gi,
  Digits:
    /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)\b/gi,
  Laugh:
    /\((?:laugh\w*|chuckl\w*|giggl\w*|cheer\w*|groan\w*|scream\w*|sigh\w*|gasp\w*)[^)]{0,80}\)|\bhaha\b/gi,
  Parenthesis: /\([^)]{0,200}\)/g,
  First: /\b(?:i|me|my|mine|i'm|i've|i'd|i'll)\b/gi,
  We: /\b(?:we|us|our|we're|we've|we'll)\b/gi,
  Third: /\b(?:he|she|him|her|his|hers|they|them|their|its)\b/gi,
  TheyAct:
    /\b(?:he|she|they|it) (?:looks?|says?|turns?|nods?|walks?|takes?|gives?|hands?|goes|begins?|starts?|pulls?|reaches|falls?|steps?|leans?|smiles?|shakes?|opens?|comes?|stands?|glances?|grabs?)\b/gi,
  Past: /\b(?:was|were|had|went|came|found|made|took|began|gave|told|said|killed|\w{3,}ed)\b/gi,
  Why: /\b(?:because|so that|in order to|which means|therefore|since|but|however|until|if)\b/gi,
  Weight:
    /\b(?:promise|swear|agree|deal|accept|refuse|offer|pay|gold|trust|help|kill|dead|dies?|die|death|destroy\w*|attack\w*|escape|war|fight|save|steal|stole|secret|truth|lie|lied|love|hate|family|father|mother|brother|sister|name is|called|i am|my name)\b/gi,
  HowDo: /\bhow do you want to do this\b/gi,
  Table:
    /\b(?:guys|game|play(?:ing|er|ers)?|character|sheet|table|book|d&d|dungeon|camera|chat|funny|joke|oh my god|jesus|sorry|okay|yeah|wait|what)\b/gi,
  Hedge: /\b(?:like|just|kind of|sort of|i think|i guess|maybe|probably|um|uh|you know)\b/gi,
  The: /\b(?:the|this|these|of|into|through|across|upon|within|toward|towards)\b/gi,
} as const;

export type Cue = keyof typeof cues;

export const cueNames: readonly Cue[] = [
  'YouSense',
  'YouMove',
  'You',
  'Setting',
  'Time',
  'Declare',
  'CanI',
  'Plan',
  'Dice',
  'Digits',
  'Laugh',
  'Parenthesis',
  'First',
  'We',
  'Third',
  'TheyAct',
  'Past',
  'Why',
  'Weight',
  'HowDo',
  'Table',
  'Hedge',
  'The',
];

export const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

export const LEANING =
  /^(?:he|she|it|they|that|this|those|these|which|and|but|so|or|him|her|because|then)\b/i;
export const DICE =
  /\b(?:roll\w*|d(?:4|6|8|10|12|20)s?|check|saving throws?|damage|modifier|bonus action|disadvantage|advantage|hit points|armor class|plus (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)|natural (?:20|one|twenty|1)|points? of|\d+ feet|spell slot|attack of opportunity|initiative|dc)\b/gi;
export const RULES =
  /\b(?:(?:your|my|his|her|\w+'s) (?:turn|movement|reaction|action)|finish(?:es)? your turn|turn order|on deck|bonus|melee|ranged|range|reaction|legendary|concentration|at (?:level|\w+ level)|\w+[- ]level|feet|saving|half (?:your|my) (?:movement|speed)|action|dash|disengage|hits|misses|ac)\b/gi;
export const TABLE =
  /\b(?:movie|tv|the break|the internet|guys,|fuck\w*|shit|asshole|sorry|rules?|mechanic\w*|sheet|dice|minis?|map)\b/gi;
