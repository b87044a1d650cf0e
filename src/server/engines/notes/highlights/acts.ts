import type { Prepared } from '../reading/prepare.ts';
import type { Sentence, Turn } from '../reading/text.ts';
import { isBase, mayBeNoun, thirdPersonOf } from '../reading/verbs.ts';
import { ANACHRONISM, RULES_TALK } from '../reading/vocabulary.ts';
import { isSurelyGrammatical } from './grammar.ts';
import { TAKES_BACK } from './tell.ts';

/** Without going, standing and handling: readers refused four of ten such lines, as "Mira walks up to Corin". */
const ACT_VERBS =
  /^(?:(?:So|And|Then|As|While|Okay|All right),? )?(?:I|I'm going to|I'm gonna|I'll|I will) (?:also |then |just |quickly |slowly |immediately |quietly |carefully )?(open|hand|give|close|lock|unlock|throw|toss|pour|drink|place|break|light|read|write|show|hug|kiss|pocket|steal|bury|burn|cut|tie|untie|hide|free|wake|carry|lift|hang|pay|buy|send|summon|wipe|whisper|knock|pat|bring|lead|dig|scatter|spread|feed|heal|unroll|fold|wrap|offer|present|lower|raise)\b/;
const NO_ACT =
  /\b(that|it|if|because|can|could|would|want|try|trying|see if|like|one|ones|this|these|those|so that|until|unless|my (turn|action|bonus|movement|attack|reaction|spell|dice?)|action|attack|as a|level|feet|round|hit|damage|with the|DC|okay|oh|yeah|you|we|us|your|our|them|him|me|there|here|them|thing|stuff|guy|guys|something|some of|a bit|everybody|everyone|everything|look|minute|second|break|video|mic|phone|picture|photo|twitter|dump|shit\w*|fuck\w*|ass|penis|dick|pee|fart\w*)\b/i;
/** "Picks a space near Torvin", "her hand on her shoulder", "drops his form": where a token is, or unclear whose. */
const NEARBY =
  /\b(?:near|behind|beside|next to|space|spot|form|taller|both of|all of|another of)\b|\b(his|her)\b.*\b\1\b/i;
/** The first word of each part after "and", "then" or a comma; adverbs are skipped. */
const NEXT_PART = /(?:\b(?:and|then)\b|,)(?=\s*(?:\p{L}+ly )?([^\s,]*))/gu;
const ASKS_FOR_ROLL =
  /\b(roll|check|make an?|saving|can't|cannot|unfortunately|no,|not quite|doesn't work|you don't|as you attempt|as you try|do you want|are you|is that|so you're|you're going to|what's|how|when you|would you|where|you can)\b|\?/i;

/** A simple act that a player declares for their character, in the third person; null for other sentences. */
export function playerAct(
  prepared: Prepared,
  turn: Turn,
  sentence: Sentence,
): { text: string; person: number } | null {
  const { zones, names, party, pronouns } = prepared;
  if (turn.speakerId === null || zones.gameMasterId === null) return null;
  const index = party.voices.get(turn.speakerId);
  if (index === undefined) return null;
  if (sentence.words.length < 5 || sentence.words.length > 18 || !sentence.complete) return null;
  const verb = ACT_VERBS.exec(sentence.text);
  if (!verb || /["“”?()[\]\d!…:]|--|\.\.\./.test(sentence.text)) return null;
  if (NO_ACT.test(sentence.text) || RULES_TALK.test(sentence.text) || ANACHRONISM.test(sentence.text))
    return null;
  if (prepared.fightAt(sentence.index) || isRefused(prepared, turn)) return null;
  const base = verb[1]!;
  const rest = sentence.text.slice(verb[0].length);
  // A second verb in the base form would need its own ending.
  if ([...rest.matchAll(NEXT_PART)].some(([, word]) => isBase(word!.toLowerCase()))) return null;
  if (mayBeNoun(base) && !/^ (the|a|an|my|his|her|out|up|down|off|back|on|open|[A-Z])/.test(rest))
    return null;
  if (/\bI\b|\bmyself\b|\bI'/.test(rest)) return null;
  const pronoun = pronouns.get(index) ?? null;
  if (/\bmy\b/.test(rest) && pronoun === null) return null;
  const own = rest.replace(/\bmy\b/g, pronoun === 'he' ? 'his' : 'her');
  if (NEARBY.test(own)) return null;
  const text = `${names.all[index]!.name} ${thirdPersonOf(base)}${own}`;
  if (
    /\b(?:he|she|they|his|their)\b|\bher (?:an?|the|some|my)\b|\bher[.,]|\ban? spare\b/i.test(rest) ||
    !isSurelyGrammatical(text)
  )
    return null;
  return { text, person: index };
}

/** Whether the act may not have happened: the table laughs, the game master asks for a roll, or never answers. */
function isRefused({ speech, zones }: Prepared, turn: Turn): boolean {
  const takesBack = (from: number, to: number) =>
    speech.sentences.slice(from, to).some(({ text }) => TAKES_BACK.test(text));
  if (takesBack(turn.from, turn.to)) return true;
  for (const next of speech.turns.slice(turn.index + 1, turn.index + 4)) {
    if (next.speakerId === turn.speakerId && takesBack(next.from, next.to)) return true;
    if (next.speakerId !== zones.gameMasterId) {
      if (/\(.*(laugh|giggl)/i.test(speech.sentences[next.from]!.text)) return true;
      continue;
    }
    return ASKS_FOR_ROLL.test(speech.sentences[next.from]!.text);
  }
  return true;
}
