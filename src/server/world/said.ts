import { sentencesOf } from '#contract/sentences.ts';
import { wordsIn } from '#server/campaigns/story.ts';
import { wholeWords } from '#server/campaigns/whole-words.ts';
import type { SourceResult } from './sources.ts';

const LONGEST = 320;
/** Of a line. */
const MOST_READ = 8000;
/** What happened last may be a speech. */
const LONGEST_NARRATED = 500;
/** Of the passages of an evening, if its titles do not say whose words they are. */
const MOST_OF_THEM = 0.6;
const atTheTable =
  /\b(?:tonight|next (?:week|time|episode|session|game)|episode|session|natural (?:20|twenty|one|1)|roll\w*|initiative|damage|hit points|ability card|spell slot|bonus action|action|(?:attacks?|swing) of opportunity|(?:hasted|first|second|third|next) (?:attack|hit)|attack (?:down|bonus)|this round|to hit|combat range|(?:that|which) is an? \d+|you(?:['’]re| are) up\b|\d+ plus|(?:\d+|within \w+) feet|where we(?:['’]re| are) going to pick|(?:your|my|their|its) turn|(?:dis)?advantage|(?:\w+ )?(?:check|saving throw|save)|armor class|DC|the break|thank you (?:all|guys|so much|\w+ for)|good night|end (?:it|things|the game|the session)?\s?(?:here|there|on)|going to (?:go ahead|end)|Q ?(?:and|&) ?A|cheering|applause|cheers|D&D|Twitch|Amazon|streams?|giveaways?|website|dungeon master|thank you for your patience)\b/iu;
const speaking =
  'says|asks|goes|replies|answers|tells|whispers|shouts|yells|mutters|nods|smiles|grins|looks|turns|leans|laughs|sighs|pipes|speaks|calls|explains|continues|responds';
/** With these words a game master ends an evening. */
const closing =
  /(?:,?\s{0,3}(?:and|so|but)?,?\s{0,3}(?:(?:with|on) (?:that|this)(?: note)?,?|(?:and )?(?:that|this|here|there)(?:['’]s| is| will be)? (?:probably |actually |exactly )?(?:where|when)|from (?:that|this) point,?))?\s{0,3}\b(?:we(?:['’](?:re|ll)| are| will| can| should)?|I(?:['’]m| am|['’]ll| will)|let['’]s)(?: \w+){0,6}? (?:end|stop|leave|close|pick|pause|call|wrap|finish|conclude)\b[^.!?"”]{0,50}?\b(?:tonight|today|session|game|episode|evening|next|here|there|it|this|up)\b|\b(?:good|great|nice|fine) (?:place|spot|point|moment|time) (?:to|for us to) (?:end|stop|leave|close|pause|break)\b|\b(?:end of|that(?:['’]s| is) it for) (?:today|tonight|(?:the|this|today['’]s|tonight['’]s) (?:session|game|episode|evening))\b|\b(?:with|on) (?:that|this)(?: note)?,? (?:we|I)(?:['’]\p{L}+)?(?: \w+){0,4}? (?:end|stop|close|conclude|finish|wrap)\b|\bbring (?:this|the|our|tonight['’]s|things)(?: \w+)? to (?:a close|an end)\b|\b(?:thank you|thanks)(?: all| guys| everyone| so much| again)* for (?:playing|watching|tuning|joining|coming)\b|\bsee (?:you|y['’]all)(?: all| guys)* next (?:week|time|\w+day)\b|,?\s{0,3}\bwe (?:have|['’]ve got) (?:an?|some|\w+)(?: \w+){0,3} announcements?\b/iu;
/** What the players are to do, what is in it for them, and what somebody has promised: of the game, and in so many words. */
const offers =
  /\bif you\b.*\b(?:I|we)(?:['’](?:ll|d)| will| would| shall| can)\b.*\b(?:pay|give|grant|reward|owe|provide|offer|spare|gold|coin|share|favou?r|willing|lead you|show you|tell you|worth your)\b|\bif you\b.*\byou(?:['’]ll| will| shall)\b.*\b(?:reward|gold|coin|paid|receive|earn)\w*|\b(?:I|we)(?:['’]d| would|['’]m| am|['’]re| are)(?: be)? (?:willing|happy|prepared|glad) to (?:pay|reward)\b|\bin (?:exchange|return) for (?:your|my|our|this|that|the|his|her|a)\b|\b(?:offer|pay|deliver|giv|collect|post)\w* (?:\w+ ){0,3}rewards?\b|\brewards? (?:for|if|will|awaits)\b|\b(?:you|we)(?:['’]ll| will| shall) (?:all )?be (?:paid|rewarded|compensated)\b|\bmake it worth (?:your|my)\b/iu;
const asks =
  /\b(?:I|we)(?: would| must| do| will|['’]d|['’]ll)?(?: only| just| also| humbly| simply)? (?:need you(?:r help)?(?: all)? to|want you(?: all)? to|(?:need|seek|wish for|could use) your (?:help|aid|assistance|services?)|(?:have|had) (?:a|another|one) (?:task|job|favou?r|proposition|request|mission|quest))\b|(?<!\b(?:finish|do|does|did) )\b(?:your|the|this|our|a) (?:task|job|mission|quest|contract|assignment)\b|\bhelp us\b|(?<!\b(?:not|never) |n['’]t )\b(?:return|come back|report)(?: \w+){0,2} to (?:me|us)\b|\b(?:can|could|would|will) you (?:help|find|bring|retrieve|recover|rescue|save|deliver|take)\b|\bbring (?:\w+ ){1,4}(?:back )?(?:to|before) (?:me|us)\b/iu;
/** Told of them before. */
const tasked =
  /\b(?:you(?: all| guys)?|the party|they) (?:(?:were|was|have been|has been|had been) (?:\w+ )?(?:hired|tasked|charged|contracted|sent) (?:[^,.;]{0,40} )?to|(?:promised|swore|vowed) (?:to|that))\b/iu;
const appointments =
  /\b(?:(?:I|we)(?:['’]ll| will| shall)|you (?:may|will|shall|are to|should)|let['’]s) (?:all )?(?:meet|find|see|expect|await|speak|talk|return|come back|be (?:back|ready|waiting))\b[^.?!]*\b(?:tomorrow|sundown|sunset|dawn|dusk|nightfall|midnight|(?:in|within) (?:an?|the next|one|two|three|four|five|six|seven|ten|\d+)(?: \w+)? (?:days?|weeks?|months?))\b/iu;
const demands =
  /\b(?:I|we)(?: would| must| do| will|['’]d|['’]ll)?(?: only| just| also| humbly| simply)? (?:ask (?:that you|this of|for your)|(?:need|seek) your (?:help|aid)|require (?:that you|your|you to)|request (?:that you|your)|beg (?:you|of you)|implore you)\b/iu;
const tasks =
  /\b(?:find|bring|retrieve|recover|rescue|return|deliver|slay|kill|destroy|stop|save|seek|free|protect|escort|investigate|steal|fetch|hunt)\b/iu;
const promises =
  /\b(?:you have|give you|you['’]ve got) (?:my|our) (?:word|oath)\b|\b(?:I|we)(?: will| do|['’]ll)? (?:(?:promise|swear) (?:to )?you (?:that (?:we|I)|we|I|to)\b|(?:promise|swear) to (?!you\b|try\b|do better\b|follow through\b|be (?:good|nice|careful|quick|gentle)\b|(?:\w+ ){0,2}gods?\b)\w+)/iu;
const owed =
  /\b(?:I|we|you) (?:still )?owe (?:you|me|us|him|her|them|\p{Lu}\p{L}+)\b|\b(?:your|our|my) debt\b/iu;
const inTime =
  /\b(?:tomorrow|by (?:nightfall|dawn|sunset|morning)|at (?:dawn|dusk|midnight|sunset)|in (?:a|one|two|three|four|five|six|seven|ten) (?:days?|weeks?|months?)|within (?:the|a|one|two|three) \w+|(?:\w+|\d+) (?:hours|days|weeks|months) to|when you(?:['’]ve| have)? (?:return|done|finish|succeed)\w*)\b/iu;
/** Of this minute, or of the people at the table. */
const ofTheMinute =
  /\b(?:a (?:second|moment|minute)|right now|come (?:on|with|here|in)|stand (?:here|still|back)|sit|wait|drink|stay (?:back|here|at bay|still|quiet)|you guys|no problem|hold on|make a|attack|turn around|the lot|or I|did I not|let['’]s say|fill (?:this|these|it|them|out)|patronage|information)\b/iu;
/** Of a price, and of what has been done. */
const closedDeal =
  /\b(?:half price|discount|up to (?:\d[\d,.]*|\w+ (?:gold|silver|copper|coins?|pieces))|(?:debts?|promises?|oath|word|task|job)\b.{0,20}\b(?:is|are|was|were|been|['’]s) (?:now )?(?:collected|paid|repaid|settled|complete\w*|done|fulfilled|over))\b/iu;
const unsure = /\b(?:maybe|might|perhaps|unless)\b/iu;
const atATime =
  /\b(?:tomorrow|in the morning|at (?:dawn|first light|sunrise|midnight)|(?:our|the) next (?:stop|step|move|order of business)|the plan is|first thing)\b/iu;
const later =
  /\b(?:tomorrow|the day after|(?:in|within) (?:about |the next |another )?(?:an?|one|two|three|four|five|six|seven|ten|a few|a couple(?: of)?)(?: or \w+)? (?:days?|weeks?|months?|nights?)|at (?:dawn|first light|sundown|sunset|midnight|nightfall))\b/iu;
const happening =
  /\b(?:is|are|will|shall|face|be|happens?|begins?|starts?|arrives?|comes?|leaves?)\b|['’](?:ll|s)\b/iu;
const unlikely =
  /\b(?:was|were|had|would|ago|took|been|usually|always|travel)\b|(?:\b(?:not|could)\b|n['’]t\b)[^,.;]*\b(?:tomorrow|the day after|days?|weeks?|months?)\b|^(?:(?:and|but|so),? )?(?:it|that|this|I)\b/iu;
/** After it, what was planned for tomorrow has been done. */
const passed =
  /\b(?:next|following) (?:morning|day)\b|\b(?:morning|dawn|daybreak|sunrise) (?:comes|breaks|arrives|rolls)\b|\bcome (?:the )?(?:morning|dawn)\b|\byou(?: all| guys| both)* (?:wake|awake\w*|arise)\b|\b(?:through|after|finish\w*|gets?) (?:the|a|an|your) (?:\w+[’']?s? )?(?:night|rest)\b|\b(?:night|evening) (?:passes|goes by)\b/iu;
const handing =
  /\bhere(?:['’]s| is| are| you (?:go|are))\b|\b(?:I|we)(?:['’]ll)? (?:hand|give|pay|deliver|present)\b/iu;
const going =
  /\b(?:go|going|head|heading|travel|traveling|return|returning|visit|talk to|speak to|find|meet|get (?:back )?to) \b/iu;
const ours =
  /\b(?:let['’]s|we(?:['’](?:ll|re)| will| shall| are| were| need| have| should| must| gotta| could)|our|(?:I|we) (?:shall|will|plan))\b/iu;
/** What a sentence needs around it to be understood. */
const FEWEST_WORDS = 8;

/** Quicker than cutting each line into sentences: only these may ask, offer or promise. */
export const mayBeSettled =
  /\b(?:word|oath|promise|swear|owe|debt|reward\w*|paid|pay|exchange|in return|willing|happy|glad|prepared|ask|require|request|beg|implore|need|want|seek|task\w*|job|mission|quest|contract\w*|assignment|favou?r|proposition|help|hired|charged|commissioned|search|behest|agreed|promised|swore|vowed|tomorrow|sundown|sunset|dawn|dusk|nightfall|midnight|days?|weeks?|months?|bring|return|come back|report|could use|if you|(?:can|could|would|will) you)\b/iu;

/** Whose voice narrates: of whose words the chapters are titled, else who said most of what was picked. */
export function narratorOf({ evening }: Pick<SourceResult, 'evening'>): string | null {
  if (evening === null) return null;
  const titled = new Set(evening.chapters.flatMap(({ title }) => title?.evidence.segmentIds ?? []));
  const counts = new Map<string, number>();
  const voices = (those: typeof evening.passages) => those.flatMap(({ speakerId }) => speakerId ?? []);
  const near = voices(
    evening.passages.filter(({ evidence }) => evidence.segmentIds.some((id) => titled.has(id))),
  );
  const all = near.length > 0 ? near : voices(evening.passages);
  for (const id of all) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most !== undefined && most[1] >= all.length * MOST_OF_THEM ? most[0] : null;
}

/** Whether it is of the game, not of the people who play it. */
export const isOfTheGame = (text: string): boolean => !atTheTable.test(text);

const outsideQuotes = (text: string): string =>
  text.slice(0, MOST_READ).replace(/“[^“”]*”|"[^"]*"/gu, (said) => ' '.repeat(said.length));

/** Whether it says so in words that nothing else has: what follows is questions and farewells, however long. */
export const isEndOfEvening = (text: string): boolean => {
  const own = outsideQuotes(text);
  return ending.test(own) && !/\b(?:break|minutes|giveaways?|winner)\b/iu.test(own);
};

/** Where the game master ends the evening in this line; null: they do not. */
export function closingIn(text: string): number | null {
  const found = closing.exec(outsideQuotes(text));
  return found === null ? null : found.index + found[0].search(/\S/u);
}

const ending =
  /\b(?:we(?:['’](?:re|ll)| are| will| can| should)|I(?:['’]m| am|['’]ll| will)|let['’]s)(?: \w+){0,6}? (?:end|stop|leave|close|pick|pause|call|wrap|finish|conclude)\b[^.!?"”]{0,50}?\b(?:tonight|today|session|game|episode|evening|the night|next (?:week|time|\w+day))\b/iu;
const asided = /\s{0,3}\((?:[^()]{1,60})\)/gu;
const answering =
  /^(?:\d+|no|yes|yeah|yep|mm|oof|fair|perfect|nope|okay|ok|all right|alright|correct|sure|right|well|oh|uh|um|that['’]s|it['’]s fine|you can|you could|you may|you don['’]t|make|go ahead|so|what|who|are you|do you|does|did|is|how)\b/iu;
const ofTheTeller = /\b(?:I|I['’]\p{L}+|me|my|[Ww]e|[Ww]e['’]\p{L}+|[Oo]ur|us)\b/u;

/** What a line narrates: without answers to players, and what the transcript notes of the sound. Empty: nothing that says where they are. */
export function narrationIn(text: string): string {
  const sentences = sentencesOf(text.replace(asided, '').slice(0, 4000));
  const runs: string[][] = [[]];
  for (const sentence of sentences) {
    const own = outsideQuotes(sentence).trim();
    const isTold =
      isOfTheGame(sentence) &&
      !(runs.at(-1)?.length === 0 && answering.test(sentence)) &&
      !/\?$/u.test(own) &&
      !/^(?:if|it(?:['’]s| is)|there['’]s no|nothing|\p{L}+(?:['’]d| would) have)\b/iu.test(own) &&
      !ofTheTeller.test(own);
    if (isTold) runs.at(-1)?.push(sentence);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  const byLength = runs.sort((one, other) => wordsIn(other.join(' ')) - wordsIn(one.join(' ')));
  const kept = byLength[0] ?? [];
  let told = kept.pop() ?? '';
  while (kept.length > 0 && told.length + (kept.at(-1)?.length ?? 0) < LONGEST_NARRATED)
    told = `${kept.pop()} ${told}`;
  return wordsIn(told) < FEWEST_WORDS ? '' : closed(told);
}

const capitals = /\p{Lu}[\p{L}'’-]*/gu;
const nameWithin = /[\p{Ll},;] (?!I\b)\p{Lu}\p{Ll}/u;

/** Whether a narration says by itself who or where: it names somebody, or it is of “you” and of nobody else. @param names of the game */
export function sayingWhoOrWhere(names: readonly string[]): (text: string, withQuotes?: boolean) => boolean {
  const words = new Set(names.flatMap((name) => name.match(capitals) ?? []));
  return (text, withQuotes = false) => {
    const own = withQuotes ? text : outsideQuotes(text);
    return (
      nameWithin.test(own) ||
      (own.match(capitals) ?? []).some((word) => words.has(word.replace(/['’]s?$/u, ''))) ||
      (/\byou(?:r|['’]\p{L}+)?\b/iu.test(own) && !/\b(?:s?he|him|hers?|his)\b/iu.test(own))
    );
  };
}

/** A passage of the game master’s as it stands. Empty: it is an answer to players, or of the rules. */
export function passageIn(text: string): string {
  const told = closed(withoutAnswer(sentencesOf(closed(text.slice(0, MOST_READ)))).join(' '));
  const own = outsideQuotes(told);
  const isAnswer = answering.test(own) || ofTheTeller.test(own) || /\?/u.test(own) || !isOfTheGame(told);
  return isAnswer || wordsIn(told) < FEWEST_WORDS ? '' : told;
}

/** The last sentences of a line, of the game, as many as there is room for; not one that breaks off at once. */
export function lastWordsIn(text: string): string {
  const sentences = withoutAnswer(
    sentencesOf(text.replace(asided, '').slice(-MOST_READ)).filter(isOfTheGame),
  );
  if (wordsIn(sentences.at(-1) ?? '') < FEWEST_BROKEN_OFF && / …$/u.test(sentences.at(-1) ?? ''))
    sentences.pop();
  let said = sentences.pop() ?? '';
  while (sentences.length > 0 && said.length + (sentences.at(-1)?.length ?? 0) < LONGEST_NARRATED)
    said = `${sentences.pop()} ${said}`;
  return closed(said);
}

/** Words: fewer say nothing, as “All right.” or “And there …” */
const FEWEST_BROKEN_OFF = 4;

/** Whether it says what a name is, not only that it is there. */
export const defines = (text: string): boolean =>
  /\b(?:called|known as|named|which (?:is|was))\b|\b(?:is|was) (?:an?|the)\b|, (?:an?|the) /iu.test(text);

/** Without the short answers that it begins with. */
const withoutAnswer = (sentences: string[]): string[] => {
  const start = sentences.findIndex(
    (sentence) => wordsIn(sentence) >= FEWEST_BROKEN_OFF || !answering.test(sentence),
  );
  return sentences.slice(Math.max(0, start));
};

const marksIn = (text: string): number => text.match(/"/gu)?.length ?? 0;
const isBalanced = (text: string): boolean => marksIn(text) % 2 === 0;

/** A quotation of which it has a part is opened and closed. */
function closed(text: string): string {
  const opened = /^[^"]*[.!?,…-]"(?:\s|$)/u.test(text) ? `"${text}` : text;
  return isBalanced(opened) ? opened : `${opened}"`;
}

/** Sentences from this one on, as many as a line has room for, with quotations that are closed. */
function from(sentences: readonly string[], start: number): string | null {
  let best: string | null = null;
  let text = '';
  for (const sentence of sentences.slice(start, start + 3)) {
    if (text !== '' && /(?:\?|--)$/u.test(sentence)) break;
    text = text === '' ? sentence : `${text} ${sentence}`;
    if (text.length > LONGEST) break;
    if (isBalanced(text)) best = text;
  }
  return best === null ? null : closed(best);
}

/** “I need your help.” */
const FEWEST_ASKED = 4;
/** A shorter sentence needs the one before it. */
const FEWEST_IN_EXCERPT = 12;

export interface Excerpt {
  text: string;
  /** How much it says. */
  worth: number;
  /** It says that the name is a place’s or a thing’s. */
  isThing?: boolean;
}

const kindOfName =
  'country|kingdom|land|region|empire|district|street|village|town|city|capital|tavern|inn|temple|shrine|church|monastery|continent|forest|swamp|desert|mountain\\p{L}*|river|lake|keep|castle|fortress|fort|tower|prison|academy|library|market\\p{L}*|shop|store|square|ward|quarter|harbou?r|port|mine|cavern?|ruins?|mansion|manor|plane|realm|island|road|range|man|woman|lady|gentleman|girl|boy|kid|child|human|elf|dwarf|gnome|halfling|half-\\p{L}+|tiefling|dragonborn|goliath|orc|goblin|kobold|gnoll|dragon|giant|troll|demon|devil|fiend|vampire|lich|ghost|spirit|beast|creature|entity|merchant|trader|guard|guardsman|crownsguard|captain|commander|soldier|knight|paladin|cleric|priest\\p{L}*|monk|druid|ranger|wizard|sorcer\\p{L}+|mage|archmage|arcanist|warlock|witch|alchemist|healer|scholar|professor|librarian|king|queen|prince|princess|lord|duke|baron|count|noble\\p{L}*|emperor|ruler|sovereign|mayor|sheriff|lawmaster|warden|arbiter|ambassador|councill?or|member|keeper|servant|bar\\p{L}+|innkeeper|owner|proprietor|smith|blacksmith|jeweler|leader|chief\\p{L}*|hunter|assassin|thief|bandit|pirate|sailor|mercenary|hero|champion|son|daughter|brother|sister|twin|husband|wife|father|mother|uncle|aunt|cousin|friend|ally|apprentice|student|mentor|god|goddess|deity|guild|order|cult|gang|clan|tribe|family|council|army|regiment|company|sword|blade|dagger|bow|staff|ring|amulet|armou?r|shield|gem|orb|artifact|relic|vestige|book|tome';

/** In the place of a name, so that one expression finds all: one for each name takes long to make. */
const NAME = '\ue000';
const some = `(?:an?|the|one of (?:the|your|our|his|her|their|my)|your|our|his|her|their|my) (?:[\\p{L}'’-]+,? ){0,5}?(?:${kindOfName})s?(?![\\p{L}])`;
const introduced = new RegExp(
  [
    `(?:(?<!['’]s )${NAME}(?:, (?:which|who)(?:['’]s| is| was)| is| was)|(?<!\\bof (?:the )?)${NAME},|\\b(?:i am|i['’]m|this is|that is|that['’]s) ${NAME},) ${some}`,
    `${NAME}, (?:which|who) (?:runs?|rules?|leads?|owns?|used to)\\b|(?<!['’]s )${NAME}, which (?:is|was) (?!(?:\\d|one|two|three|four|five|six|seven|eight|nine|ten|like|maybe|about|where|why|how|what|when)\\b)`,
    `\\b(?:named|called|known as|name is|name['’]s|by the name of|introduc\\w+ (?:him|her|it|them)sel\\w+ as|goes by) (?:the )?${NAME}`,
    `\\b(?:an?|the|your|his|her|their) (?:[\\p{Ll}-]+,? ){0,4}(?:${kindOfName})(?: of (?:the )?(?!the\\b)\\p{L}+)?(?: (?:named |called )?${NAME}|, ${NAME}(?=[,.;]))`,
    `\\brecogni[sz]e (?:\\p{Ll}+ ){0,3}as ${NAME}`,
  ].join('|'),
  'u',
);
const ofThing = new RegExp(
  `\\b(?:(?:which|that|it)(?:['’]s| is| was)|(?:place|weapon|sword|ship|book|mountain)\\p{L}*,?) (?:named|called|known as) (?:the )?${NAME}|\\b(?:castle|city|town|village|kingdom|mount|fort|lake|island|plane|empire) (?:of )?${NAME}|${NAME} (?:ridge|castle|mountains?|city|river|forest|reserve)\\b`,
  'iu',
);
/** What the players' own characters are called together. */
const isOfTheParty = new RegExp(
  `\\b(?:party|group|band|team|adventurers|heroes|mercenaries|you guys)\\b[^.;]{0,60}\\b(?:of|as|called|named) (?:the )?${NAME}|\\byou(?: are|['’]re|r| all| guys)[^.;,]{0,30} ${NAME}`,
  'iu',
);
const acts = new RegExp(`${NAME}(?:,? \\p{L}+){0,2} (?:${speaking})\\b`, 'iu');
const wants =
  /\b(?:wants?|needs?|wish(?:es)?|hop(?:es?|ing)|help|look(?:s|ing)? for|seeks?|must|afraid|fears?|worried|plans?|promises?|owes?|trusts?|warns?|offers?)\b/iu;
const spokenTo = new RegExp(
  `(?:^|[.?!,] |\\band )${NAME}, (?:you|your|what|how|where|do|are|go|roll|make)\\b|\\byou,? ${NAME}[,.?!]`,
  'iu',
);
const namesIn = (forms: readonly string[]): RegExp =>
  new RegExp(wholeWords([...forms].sort((one, other) => other.length - one.length)), 'giu');

/** What a line says of a name: whole sentences. Null: nothing that can be read alone. */
export function excerptsOf(forms: readonly string[]): (line: string) => Excerpt | null {
  const names = namesIn(forms);
  return (line) => {
    const sentences = sentencesOf(line.replace(asided, '').slice(0, MOST_READ));
    let best: Excerpt | null = null;
    sentences.forEach((sentence, at) => {
      if (sentence.length > LONGEST) return;
      const marked = sentence.replace(names, NAME);
      if (marked === sentence || isOfTheParty.test(marked) || /(?:--|,)[.!"”]*$/u.test(sentence)) return;
      if (/^(?:yeah|yes|no|okay|sure)\b/iu.test(sentence)) return;
      const isShort = at > 0 && wordsIn(sentence) < FEWEST_IN_EXCERPT;
      const text = (isShort ? from(sentences, at - 1) : null) ?? from(sentences, at);
      if (text === null || text.search(names) < 0 || !isOfTheGame(text) || wordsIn(text) < FEWEST_WORDS)
        return;
      if (ofTheTeller.test(outsideQuotes(text)) || isGone.test(text)) return;
      const worth =
        (introduced.test(marked.toLowerCase()) ? SAYS_WHAT : 0) +
        (settledWorth(text) >= SETTLED ? 2 : 0) +
        (acts.test(marked) ? 1 : 0) +
        (wants.test(text) ? 1 : 0);
      if (best === null || worth > best.worth) best = { text, worth, isThing: ofThing.test(marked) };
    });
    return best;
  };
}

/** Whether the game master speaks to somebody by this name: to a player. */
export function addressed(forms: readonly string[]): (line: string) => boolean {
  const names = namesIn(forms);
  return (line) => spokenTo.test(outsideQuotes(line).replace(names, NAME));
}

/** Whoever is dead does not come back. */
const isGone =
  /\b(?:defeated|slew|slain|killed|destroyed|(?:cut|tore|took) down|corpses?|dead(?! in\b)|died|dies)\b/iu;

/** Whether a line says of somebody that they are dead. */
export function saysGone(forms: readonly string[]): (line: string) => boolean {
  const names = namesIn(forms);
  return (line) => goneWith.test(line.slice(0, MOST_READ).replace(names, NAME));
}

const goneWith = new RegExp(
  `${NAME}(?:(?:['’]s| is| was| lies| are| were| has been|,)(?: \\p{L}+){0,2} (?:dead|slain|killed|defeated|destroyed|corpse|remains|(?:lifeless|unmoving|limp) (?:body|form))| (?:dies|died))\\b|\\b(?:kills|killed|slew|slain|defeat(?:s|ed)|destroy(?:s|ed)|took down|bod(?:y|ies) of|corpse of|death of|dead) (?:[\\p{L}'’]+ ){0,2}${NAME}`,
  'iu',
);

/** It says who or what a name is. */
export const SAYS_WHAT = 4;

const SETTLED = 3;

function settledWorth(sentence: string): number {
  if (closedDeal.test(sentence)) return 0;
  const worth =
    (offers.test(sentence) ? 3 : 0) +
    (promises.test(sentence) ? 3 : 0) +
    (owed.test(sentence) ? 2 : 0) +
    (appointments.test(sentence) || tasked.test(outsideQuotes(sentence)) ? 3 : 0) +
    (demands.test(sentence) ? 3 : asks.test(sentence) ? 2 : 0) +
    (tasks.test(sentence) ? 1 : 0) +
    (inTime.test(sentence) ? 1 : 0);
  return ofTheMinute.test(sentence) || unsure.test(sentence) ? worth - 2 : worth;
}

/** The sentence with what is said before and after it, as far as there is room. */
function around(sentences: readonly string[], at: number): string {
  const whole = (first: number, last: number) =>
    sentences
      .slice(Math.max(0, first), last + 1)
      .filter((sentence, index) => first + index === at || isOfTheGame(sentence))
      .join(' ');
  const tried = [whole(at - 1, at + 1), whole(at - 1, at), whole(at, at + 1)];
  return closed(tried.find((text) => text.length <= LONGEST) ?? sentences[at] ?? '');
}

/** What somebody asks for, offers or promises, in so many words; that of the most worth. @param isNarrated the game master speaks for others */
export function settledIn(line: string, isNarrated: boolean): Excerpt | null {
  const sentences = sentencesOf(line.slice(0, MOST_READ));
  let best: Excerpt | null = null;
  sentences.forEach((sentence, at) => {
    if (sentence.length > LONGEST || wordsIn(sentence) < FEWEST_ASKED || !isOfTheGame(sentence)) return;
    if (
      !isNarrated &&
      (!(promises.test(sentence) && /\b(?:promise|swear)\b/iu.test(sentence)) ||
        unsure.test(sentence) ||
        ofTheMinute.test(sentence) ||
        /\?|\bif\b/iu.test(sentence))
    )
      return;
    // A condition may be the sentence before.
    const before = (sentences[at - 1] ?? '').slice(-LONGEST);
    const worth = settledWorth(/\bif you\b/iu.test(before) ? `${before} ${sentence}` : sentence);
    const text = around(sentences, at);
    if (
      worth >= SETTLED &&
      text.length <= LONGEST &&
      wordsIn(text) >= FEWEST_IN_EXCERPT &&
      !/\bhold on\b/iu.test(text) &&
      worth > (best?.worth ?? 0)
    )
      best = { text, worth };
  });
  return best;
}

/** Whether it is for the next day only. */
export const isForTomorrow = (text: string): boolean =>
  appointments.test(text) && !/\b(?:days|weeks?|months?)\b/iu.test(text);

/** Whether the game master says that the night, or so, is over. */
export const isOver = (text: string): boolean => passed.test(outsideQuotes(text));

/** Whether a player does at once what was asked for. */
export const isDoneAtOnce = (text: string): boolean => handing.test(text);

/** What a line says of what comes: at a time, or to whom or where they go, which `isNamed` finds. */
export function plannedIn(
  line: string,
  isNamed: (sentence: string) => boolean,
  isNarrated: boolean,
): string | null {
  const text = sentencesOf(line.replace(asided, '').slice(0, MOST_READ)).find(
    (sentence) =>
      wordsIn(sentence) > FEWEST_WORDS &&
      ((ours.test(sentence) &&
        (atATime.test(sentence) || (!isNarrated && going.test(sentence) && isNamed(sentence)))) ||
        (later.test(sentence) && happening.test(sentence) && !unlikely.test(sentence))) &&
      isOfTheGame(sentence) &&
      !unsure.test(sentence) &&
      !/\?|\bif\b|--/iu.test(sentence),
  );
  return text === undefined || text.length > LONGEST ? null : closed(text);
}
