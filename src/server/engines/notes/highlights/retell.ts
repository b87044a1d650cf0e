import type { Pronoun } from '../reading/prepare.ts';
import { capital } from '../reading/text.ts';
import {
  isBase,
  isFinitePast,
  isPast,
  isThird,
  MODALS,
  mayBeNoun,
  SINGULAR_AUXILIARY,
  thirdPersonOf,
} from '../reading/verbs.ts';
import { list } from '../reading/vocabulary.ts';
import { type Token, tokensOf } from './tokens.ts';

export type Addressee = { kind: 'one'; name: string; pronoun: Pronoun; index?: number } | { kind: 'party' };

const PREPOSITIONS =
  list(`to for at with of toward towards behind around from on near by past beside besides over above below beneath under underneath upon into onto against between
among amongst through across about off without than like alongside within in inside outside beyond opposite except`);
const CLAUSE_STARTS =
  list(`as when while if and but that where what before after since until because so then once which how though although whatever wherever whoever
everything all who eventually now finally suddenly also unless or whenever whom yet`);
const ADVERBS =
  list(`all also both now just still then once again even never always each soon kind instead finally eventually immediately carefully currently
only quickly slowly do together ever first guys almost actually barely rather quite simply already`);
const NEXT_TO_OBJECT =
  list(`and or but as in on at from with to for by into through a an the this that up down back over off out away toward towards while then what how where there
all both before behind around again who which like its his her their once directly`);
/** Before these words, a bare form after "and" is a verb even if it could be a noun. */
const AFTER_VERB =
  list(`the a an his her its their your my this that these those him them it up down out in into on onto off over under through toward towards to at back away around
across along past forward ahead inside outside upward upwards downward quietly slowly quickly carefully what how where from with for by as behind beside between upon against both`);
const PERCEPTION = list(
  `see sees watch watches hear hears feel feels notice notices let lets make makes help helps have has saw watched heard felt`,
);
const SUBORDINATORS = list(
  `as while when that which who where because if although though until unless what how whose since before after so but for than`,
);
const SINGULAR_PARTS =
  list(`eyes eye hand hands head face arm arms leg legs foot mouth chest heart mind throat shoulder shoulders hair skin neck back body brother sister mother father
sword blade axe bow dagger staff hammer shield armor cloak pocket bag familiar turn stomach ears ear fingers finger finger knees knee voice weapon feet teeth tongue lungs breath
half-elven elven dwarven gnomish dragonborn bone pelvic hip hips waist thigh nail nails thumb grasp grip vision horse deity god goddess patron spell home family people self side form wings tail horns shirt robe boots belt cheek ribs wrist palm fist brain forehead nose tears`);

const BELONGINGS = list(
  `sword blade axe bow dagger staff hammer shield armor cloak pocket bag weapon familiar horse spell robe belt boots shirt`,
);

const joined = (token: Token | undefined): boolean => token !== undefined && /^\s*$/.test(token.gap);
const YOU = /^you(?:'(?:re|ve|ll|d)|r|rs|rself|rselves)?$/;

export const speaksToYou = (text: string): boolean => /\by(?:ou|'all)(?:r|rs|rself|rselves)?\b/i.test(text);

/**
 * Replaces "you" in the game master's sentence by who it is: first the name or "the party" (singular), then a pronoun.
 * Null if that does not work cleanly; then the sentence must not be shown.
 */
export function retell(text: string, addressee: Addressee): string | null {
  const prepared = text
    .replace(/\b([Yy])ou (?:guys|all|folks)\b(?! of\b)/g, '$1ou')
    .replace(/\bthe rest of you(?: guys)?\b/g, 'the rest of the party')
    .replace(/\b([Aa])ll of you(?: guys)?\b/g, (_, first: string) => (first === 'A' ? 'You' : 'you'));
  const group = prepared !== text;
  if (group && addressee.kind === 'one') return retell(text, { kind: 'party' });
  const { tokens, end } = tokensOf(prepared);
  if (
    /\b(?:each|some|one|two|three|four|five|six|both|either|most|none|half|any|many|rest|all) of you(?:r\b|\b)|\bamong you|\byou (?:two|three|four|five|six)\b/i.test(
      prepared,
    )
  )
    return null;
  const yous = tokens.filter(({ lower }) => YOU.test(lower)).length;
  // If the pronoun is unknown, repeating the name or writing "the" reads badly.
  if (addressee.kind === 'one' && addressee.pronoun === null && yous > 1) return null;
  const output = tokens.map((token) => token.word);
  let mentioned = /\bthe rest of the party\b/i.test(prepared);
  for (let at = 0; at < tokens.length; at += 1) {
    const { lower } = tokens[at]!;
    if (!YOU.test(lower)) continue;
    const starts = at === 0 || /[.:;]/.test(tokens[at]!.gap);
    const role = roleOf(tokens, at);
    if (role === null) return null;
    if (role === 'possessive') {
      const thing = tokens[at + 1]?.lower ?? '';
      const next = [thing, tokens[at + 2]?.lower ?? '', tokens[at + 3]?.lower ?? ''];
      if (addressee.kind === 'party' && next.some((word) => SINGULAR_PARTS.has(word))) return null;
      if (addressee.kind === 'one' && addressee.pronoun === null && mentioned) {
        // "Mira drops the pack", if the pronoun is unknown.
        if (next.some((word) => SINGULAR_PARTS.has(word) && !BELONGINGS.has(word)) || thing === 'own')
          return null;
        output[at] = 'the';
        continue;
      }
      output[at] = possessive(addressee, mentioned, starts);
    } else if (role === 'reflexive') {
      if (!mentioned) return null;
      if (addressee.kind === 'party') output[at] = 'themselves';
      else if (addressee.pronoun === null) return null;
      else output[at] = addressee.pronoun === 'he' ? 'himself' : 'herself';
    } else if (role === 'object') {
      if (mentioned && addressee.kind === 'one' && addressee.pronoun === null) return null;
      output[at] = object(addressee, mentioned);
    } else {
      const plural = addressee.kind === 'party' && mentioned;
      const verb = verbAt(tokens, at);
      if (verb === null) return null;
      const subject = subjectOf(addressee, mentioned, starts);
      const contracted = lower.slice(3);
      if (contracted === "'re") output[at] = `${subject} ${plural ? 'are' : 'is'}`;
      else if (contracted === "'ve") output[at] = `${subject} ${plural ? 'have' : 'has'}`;
      else if (contracted !== '') return null;
      else output[at] = subject;
      if (!plural && contracted === '') {
        const inflected = singularOf(tokens[verb]!.lower);
        if (inflected === null) return null;
        output[verb] = inflected;
        if (!followBareVerbs(tokens, output, verb)) return null;
      }
    }
    mentioned = true;
  }
  const told = tokens.map((token, at) => token.gap + output[at]!).join('') + end;
  return capital(told);
}

function roleOf(tokens: Token[], at: number): 'subject' | 'object' | 'possessive' | 'reflexive' | null {
  const { lower } = tokens[at]!;
  if (lower === 'your') return joined(tokens[at + 1]) ? 'possessive' : null;
  if (lower === 'yours') return null;
  if (lower === 'yourself' || lower === 'yourselves') return 'reflexive';
  const previous = joined(tokens[at]) ? tokens[at - 1]?.lower : undefined;
  if (lower !== 'you') return previous !== undefined && PREPOSITIONS.has(previous) ? null : 'subject';
  const next = joined(tokens[at + 1]) ? tokens[at + 1]!.lower : undefined;
  if (previous !== undefined && isAuxiliary(previous)) return null;
  const verbal = verbAt(tokens, at) !== null;
  if (previous === undefined || CLAUSE_STARTS.has(previous)) {
    if (verbal) return 'subject';
    if (previous === undefined || (previous !== 'before' && previous !== 'after' && previous !== 'and'))
      return null;
    return next === undefined || NEXT_TO_OBJECT.has(next) ? 'object' : null;
  }
  if (next === undefined) return PREPOSITIONS.has(previous) || isVerb(previous) ? 'object' : null;
  if (PREPOSITIONS.has(previous)) return verbal && !NEXT_TO_OBJECT.has(next) ? null : 'object';
  if (isVerb(previous)) {
    if (NEXT_TO_OBJECT.has(next)) return 'object';
    return verbal ? null : 'object';
  }
  return verbal ? 'subject' : null;
}

const isAuxiliary = (word: string): boolean =>
  MODALS.has(word) || SINGULAR_AUXILIARY[word] !== undefined || /^(did|does|is|was|has|had)$/.test(word);
const isVerb = (word: string): boolean =>
  isThird(word) ||
  isBase(word) ||
  isPast(word) ||
  /ing$/.test(word) ||
  /^(is|was|has|had|gives?)$/.test(word);

function verbAt(tokens: Token[], at: number): number | null {
  if (tokens[at]!.lower !== 'you') return at;
  for (let next = at + 1; next < Math.min(tokens.length, at + 4); next += 1) {
    const { lower } = tokens[next]!;
    if (!joined(tokens[next])) return null;
    if (singularOf(lower) !== null) {
      // "all" and others are never verbs; "still" and "slowly" are skipped below.
      if (!ADVERBS.has(lower) || lower === 'do') return next;
    }
    if (!ADVERBS.has(lower) && !/ly$/.test(lower)) return null;
  }
  return null;
}

function singularOf(word: string): string | null {
  if (word === 'can' || word === "can't" || word === 'cannot') return word;
  if (MODALS.has(word)) return null;
  const auxiliary = SINGULAR_AUXILIARY[word];
  if (auxiliary) return auxiliary;
  if (word === 'had' || word === 'did' || word === "didn't" || word === "hadn't") return word;
  if (word === 'go' || word === 'have') return thirdPersonOf(word);
  if (isBase(word)) return thirdPersonOf(word);
  return isPast(word) ? word : null;
}

/** Inflects the bare verbs that "and" joins to an inflected one. False if it is not clear whether one belongs to it. */
function followBareVerbs(tokens: Token[], output: string[], verb: number): boolean {
  const own = tokens[verb]!.lower;
  let infinitive =
    own === 'do' ||
    own === "don't" ||
    own === 'can' ||
    own === "can't" ||
    own === 'cannot' ||
    own === 'did' ||
    own === "didn't";
  const past = !infinitive && isPast(own) && !isBase(own);
  let perceives = PERCEPTION.has(own) && own !== 'have' && own !== 'has';
  let other = false;
  for (let at = verb + 1; at < tokens.length; at += 1) {
    const { lower, gap } = tokens[at]!;
    const before = tokens[at - 1]!.lower;
    if (YOU.test(lower) && roleOf(tokens, at) === 'subject') return true;
    if (before === 'to' && isBase(lower)) infinitive = true;
    if (SUBORDINATORS.has(lower) && !(lower === 'for' || lower === 'than' || lower === 'so')) other = true;
    const afterComma = /,/.test(gap) && !/^(and|or|but|then)$/.test(lower);
    // "Back" in "…, back in the city" is not a verb.
    const isPlace = afterComma && lower === 'back' && PREPOSITIONS.has(tokens[at + 1]?.lower ?? '');
    const coordinated = !isPlace && (/^(and|or|then|but)$/.test(before) || afterComma);
    const candidate = coordinated ? at : null;
    const skipped =
      candidate !== null && /ly$/.test(lower) && isBase(tokens[at + 1]?.lower ?? '') ? at + 1 : candidate;
    if (skipped === null) {
      if (perceives && isBase(lower) && before !== 'to' && (!mayBeNoun(lower) || !DETERMINERS.has(before)))
        infinitive = true;
      continue;
    }
    const word = tokens[skipped]!.lower;
    if ((!isBase(word) && word !== 'go') || isThird(word)) {
      if (PERCEPTION.has(word)) perceives = true;
      continue;
    }
    const next = tokens[skipped + 1];
    const shown =
      next !== undefined && joined(next) && (AFTER_VERB.has(next.lower) || /ing$/.test(next.lower));
    if (infinitive) continue;
    if (mayBeNoun(word) && !shown) return false;
    if (other || past) return false;
    if (afterComma && !shown) return false;
    output[skipped] = thirdPersonOf(word);
    perceives = PERCEPTION.has(word);
  }
  return true;
}

function subjectOf(addressee: Addressee, mentioned: boolean, starts: boolean): string {
  if (addressee.kind === 'party')
    return mentioned ? (starts ? 'They' : 'they') : starts ? 'The party' : 'the party';
  if (!mentioned || addressee.pronoun === null) return addressee.name;
  return starts ? capital(addressee.pronoun) : addressee.pronoun;
}

function object(addressee: Addressee, mentioned: boolean): string {
  if (addressee.kind === 'party') return mentioned ? 'them' : 'the party';
  if (!mentioned || addressee.pronoun === null) return addressee.name;
  return addressee.pronoun === 'he' ? 'him' : 'her';
}

function possessive(addressee: Addressee, mentioned: boolean, starts: boolean): string {
  if (addressee.kind === 'party') return mentioned ? 'their' : starts ? 'The party’s' : 'the party’s';
  if (!mentioned || addressee.pronoun === null)
    return `${addressee.name}${/s$/.test(addressee.name) ? '’' : '’s'}`;
  return addressee.pronoun === 'he' ? 'his' : 'her';
}

const DETERMINERS =
  list(`the a an his her its their your my our this that these those some many few several two three four five six no any each every both of with in by at on from for to
into through and or between more most such other another`);
const FINITE =
  list(`is are was were am has have had does do did can isn't aren't wasn't weren't hasn't haven't doesn't don't didn't can't cannot couldn't there's it's that's he's she's they're who's
what's they've there're will won't you're`);
const OPENS_CLAUSE = list(`that which who whom whose where what how because`);
const OPENS_FRONTED = list(
  `as when while after before once if since until although though because unless whenever where`,
);

/**
 * Whether a sentence has a main clause: a finite verb outside relative and subordinate clauses, and not as its first
 * word.
 */
export function isSentence(text: string): boolean {
  const { tokens } = tokensOf(text);
  if (tokens.length < 4) return false;
  let at = 0;
  const first = tokens[0]!.lower;
  if ((isBase(first) || first === 'go') && first !== 'light') return false;
  if (/^(looks?|seems?|sounds?|feels?|appears?) (like|as|to)\b/i.test(text)) return false;
  if (
    isThird(first) &&
    !/^[A-Z]/.test(tokens[1]!.word) &&
    (!mayBeNoun(first.replace(/e?s$/, '')) || AFTER_VERB.has(tokens[1]!.lower))
  )
    return false;
  if (OPENS_FRONTED.has(first) || PREPOSITIONS.has(first) || /ing$/.test(first)) {
    // The main clause begins after the comma; without a comma, its start is unknown.
    const comma = tokens.findIndex((token, index) => index > 1 && /,/.test(token.gap));
    if (comma < 0) {
      if (OPENS_FRONTED.has(first) || /ing$/.test(first)) return false;
    } else if (OPENS_FRONTED.has(first)) {
      at = comma;
      if (at > tokens.length - 2) return false;
    }
  }
  const start = at;
  let nested = false;
  for (; at < tokens.length; at += 1) {
    const { lower, gap, word } = tokens[at]!;
    const before = tokens[at - 1]?.lower ?? '';
    if (/,/.test(gap)) nested = false;
    if ((at > start && OPENS_CLAUSE.has(lower)) || (OPENS_FRONTED.has(lower) && (at > start || start > 0)))
      nested = true;
    if (nested) continue;
    if (FINITE.has(lower) && (at > start || /['’]/.test(word))) return true;
    if (at === start) continue;
    if (
      isThird(lower) &&
      !DETERMINERS.has(before) &&
      !(
        mayBeNoun(lower.replace(/e?s$/, '')) &&
        /^\p{Ll}/u.test(before) &&
        /(?:y|ed|ing|ful|ous|ic|al|ish|en|ive|ant|ent|old|small|large|big|great|dark|long|heavy|loud|soft|distant|single|stone|wooden)$/.test(
          before,
        )
      )
    )
      return true;
    if (isFinitePast(lower) && !DETERMINERS.has(before)) return true;
    if ((isBase(lower) || lower === 'go') && /^(they|you|we|i|people|who|ones|both|all)$/.test(before))
      return true;
    const many =
      (/s$/.test(before) && !/(?:ss|us|'s|’s)$/.test(before)) ||
      /^(them|all|rest|others|folks|children|men|women|people|each|immediately|slowly|quickly|now|then|also|still)$/.test(
        before,
      );
    if (isBase(lower) && many && !DETERMINERS.has(before)) {
      const next = tokens[at + 1];
      if (!mayBeNoun(lower) || (next && joined(next) && AFTER_VERB.has(next.lower))) return true;
    }
    if (/ed$/.test(lower) && isPast(lower) && /^(he|she|it|they)$/.test(before)) return true;
  }
  return false;
}

/** Whether a bare verb follows "and" after a singular one, as in "opens the door and look inside". */
export function hasLooseVerb(text: string): boolean {
  const { tokens } = tokensOf(text);
  let singular = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const { lower } = tokens[at]!;
    if (
      /^(to|can|does|did|they|we|you|watch|watches|sees?|hears?|feels?|lets?|makes?|helps?|are|were|have)$/.test(
        lower,
      )
    )
      return false;
    if (isThird(lower) || lower === 'is' || lower === 'has') singular = true;
    const next = tokens[at + 1]?.lower ?? '';
    if (singular && lower === 'and' && isBase(next) && !mayBeNoun(next)) return true;
  }
  return false;
}
