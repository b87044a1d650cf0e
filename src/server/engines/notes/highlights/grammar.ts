import { isBase, isPast, isThird, mayBeNoun } from '../reading/verbs.ts';
import { list, PERSON_TITLES } from '../reading/vocabulary.ts';
import {
  CAN,
  COORDINATES,
  DETERMINERS,
  type Form,
  isName,
  PERCEIVES,
  PREPOSITIONS,
  SUBORDINATES,
  type TaggedToken,
  taggedTokensOf,
} from './tokens.ts';

const OPENS_SUBJECT =
  list(`the a an his her its their this that these those some each every another both all many several two three four five he she it they
there everyone everybody somebody someone people one`);
/** Whether a word that is no noun or verb may open a sentence: "the", "as", "behind", "they". */
export const opensSentence = (word: string): boolean =>
  OPENS_SUBJECT.has(word) || SUBORDINATES.has(word) || PREPOSITIONS.has(word) || COORDINATES.has(word);

/** No sentence ends with these. */
const NEVER_LAST = list(
  `the a an and or but of to with from at for into onto past as is are am his their its very it's that than because if so does do there's just like both`,
);

interface Part {
  tokens: TaggedToken[];
  /** Finite verbs outside clauses that depend on a word such as "which". */
  free: number;
  /** Those inside. */
  nested: number;
}

/** "the pieces they need": a clause without a word that opens it. */
const isBareRelative = (tokens: TaggedToken[], at: number): boolean => {
  const subject = tokens[at - 1];
  // "the armor the party gave back"
  const isParty = subject?.lower === 'party' && tokens[at - 2]?.lower === 'the';
  const noun = tokens[at - (isParty ? 3 : 2)];
  return (
    subject !== undefined &&
    noun !== undefined &&
    !subject.comma &&
    noun.form === null &&
    /^\p{Ll}/u.test(noun.word) &&
    !/ly$/.test(noun.lower) &&
    !(
      SUBORDINATES.has(noun.lower) ||
      COORDINATES.has(noun.lower) ||
      PREPOSITIONS.has(noun.lower) ||
      DETERMINERS.has(noun.lower) ||
      PERSON_TITLES.has(noun.lower)
    ) &&
    (isParty || /^(?:he|she|it|they)$/.test(subject.lower) || isName(subject, 1))
  );
};

const OPENS_NESTED = /^(?:who|that|what|where|which)(?:'s|'re)$/;

/** An adjective, judged by its form. */
export const ADJECTIVE =
  /^(?:\p{L}+(?:y|ous|ful|ish|en|al|ic|ive|ed|ing|less|ant|ent|like)|large|small|big|dark|long|old|young|tall|thick|thin|deep|cold|soft|short|bright|wide|sharp|quick|slow|low|high|strange|warm|wet|dry|loud|quiet|great|good|single|simple|pale|black|white|red|blue|green|gray|grey|brown|fine|rough|smooth|hot|cool|sad|bare|flat|round|pure|rare|weird)$/u;

/** "a large, gaseous form": this comma parts nothing. */
const endsInAdjective = (tokens: TaggedToken[], next: TaggedToken): boolean =>
  ADJECTIVE.test(tokens.at(-1)!.lower) &&
  ADJECTIVE.test(next.lower) &&
  next.form === null &&
  /^(?:a|an|the|his|her|its|their|very|some|of)$/.test(tokens.at(-2)?.lower ?? '');

/** The parts between commas; null if a verb has no clause of its own. */
function partsOf(tokens: TaggedToken[]): Part[] | null {
  const parts: Part[] = [];
  let pending = false;
  let licence = 1;
  let inner = false;
  let watches = false;
  for (const [at, token] of tokens.entries()) {
    if (parts.length === 0 || (token.comma && !endsInAdjective(parts.at(-1)!.tokens, token))) {
      parts.push({ tokens: [], free: 0, nested: 0 });
      pending = false;
      inner = false;
      licence = 1;
    }
    const part = parts.at(-1)!;
    const { lower } = token;
    const next = tokens[at + 1]?.lower ?? '';
    part.tokens.push(token);
    if (OPENS_NESTED.test(lower) && part.tokens.length > 1) {
      part.nested += 1;
      inner = true;
      continue;
    }
    if (
      SUBORDINATES.has(lower) &&
      !(lower === 'once' && /^(?:more|again)$/.test(next)) &&
      !(lower === 'as' && next === 'well')
    )
      pending = true;
    if (COORDINATES.has(lower) && part.tokens.length > 1) licence += 1;
    const before = part.tokens.at(-2)?.lower ?? '';
    if (
      /^there(?:'s)?$/.test(lower) &&
      /^(?:sees?|notices?|hears?|feels?|realizes?|finds?|now)$/.test(before)
    )
      pending = true;
    // "watching as more plumes": what is watched needs its verb.
    if (lower === 'as' && /^watch/.test(before)) watches = true;
    if (token.form === null) continue;
    watches = false;
    const joined =
      COORDINATES.has(before) ||
      (/ly$|^(?:also|then|just|now)$/.test(before) && COORDINATES.has(part.tokens.at(-3)?.lower ?? ''));
    if (pending || (joined && inner) || isBareRelative(part.tokens, part.tokens.length - 1)) {
      part.nested += 1;
      inner = true;
      pending = false;
      continue;
    }
    // "Mira on the cart and are leaving": nothing before "and" has a verb.
    if (joined && parts.every((each) => each.free === 0)) return null;
    part.free += 1;
    inner = false;
    if (part.free > licence) return null;
    licence = Math.max(licence, part.free);
  }
  return watches ? null : parts;
}

const TIMES =
  /^(?:moment|minute|morning|day|night|hours?|minutes|evening|seconds?|time|later|rest|instant|days|weeks?|afternoon)$/;
const CLAUSE = /^(?:as|when|while|if|once|because|although|though|unless|since|until|where)$/;

const isFronted = ({ tokens }: Part): boolean => {
  const first = tokens[0]!;
  return (
    SUBORDINATES.has(first.lower) ||
    PREPOSITIONS.has(first.lower) ||
    /(?:ing|ly|ed)$/.test(first.lower) ||
    /^(?:now|then|eventually|given|built|set|made|all)$/.test(first.lower) ||
    tokens.some(({ lower }) => TIMES.test(lower))
  );
};

/** "There's warehouses", "there's the two": "is" before what is, or may be, a plural. */
const THERE_ARE =
  /\b[Tt]here(?:['’]s| is)(?! (?:(?:now|also|still|just|indeed|definitely|already|only|currently|then) )?(?:an?|the|no|not|one|another|something|nothing|someone|somebody|some|very|little|more|much|barely|enough|plenty|such|heavy|light|faint)\b)|\b[Tt]here(?:['’]s| is) (?:a |the |some )?(?:few|lot|bunch|couple|number|several|many|two|three|four|\p{Ll}+ \p{Ll}+ (?:are|were))\b|\b[Tt]here(?:['’]s| is) some (?:[^\s,]+ ){0,3}\p{Ll}+[^\Wsu]s\b|\b[Tt]here (?:is|was) no (?:\S+ )?\p{Ll}+[^\Wsu]s\b|\b(?:[Tt]he|[Aa]) \p{Ll}+[^\Ws] of (?:the|his|her|their) \p{Ll}+s (?:themselves )?(?:are|were|have)\b|\b[Tt]here are (?:an?|one) (?!couple|number|few|lot|bunch|handful|series|variety|dozen|hundred|pair|multitude|total)/u;
/** "walks up and pet the cat": a word of no known kind, used as a verb. */
const UNKNOWN_VERB =
  /\band (?!\p{L}+(?:s|ed|ing|ly)\b)(\p{Ll}+) (?:the|an?|his|her|its|their|him|them|it|up|down|off|away|through)\b/gu;

/** "There are copper flung": nothing in the plural. */
const THERE_ARE_NONE =
  /\b[Tt]here are (?!(?:[^\s,]+ ){0,5}(?:[^\s,]*[^\Wsui]s|people|men|women|children|folk|elves|dwarves|others|two|three|four|five|six|eight|ten|many|few|dozens?|hundreds?|duergar|fish|guards)\b)/u;
const SPOKEN =
  /\bof like\b|\bbegins? like\b|\bto be to\b|\ban? (?:happen|occur|unfold|begin|go|come|to|in)\b|\band back and forth\b|\breal (?:fast|quick|bad|hard)\b|\bgoes (?:aww|ugh|oh)\b|\b(?:and|or) such\b|\bdone and\b|\b(?:is|was) both\b|\bbut looks like\b|\b(?:in|into|through|toward|towards|of|at) (?:hallway|room|chamber|tunnel|door|building|cavern|tower|forest|street|wall)\b|^(?:Best|Of which|Especially)\b|\band (?:the|an?|his|her|its|their) \S+ (?:\S+ )?being\b/;

/**
 * Sentences that break off or begin twice: "a not in use circle", "gathers, based on", "the bolts two of them are
 * heavy", "and the giant bird, and the party", "as he turns, the rooms, the doors are".
 */
const RUNS_ON =
  /\ban? not\b|\bnow\b[^,]*\bnow\b|\b(?:gathers?|seems?|appears?|feels?),|^Like\b|\billuminates?\.$|\bmakes? (?:themselves|himself|herself) (?:\p{L}+wards?|into|to|through|across|back)\b|\b(?:is|are) as \p{Ll}+ (?:and|or|but)\b|\ba bit an?\b|[^,;] (?:one|two|three|four|some|most|all) of (?:them|these|those|which) (?:are|is|were|was)\b|party['’] \p{Ll}|['’]cause\b|\band (?:the|an?) [\p{Ll} -]{3,30}, and (?:the|they|he|she)\b|^(?:As|When|While) [^,]+, the [^,]+, the [^,]+ (?:is|are|was|were)\b|\b(?:has|have|does|do|did|is|are) not,|, and does\b|\bso that(?:['’]s| is| has)\b|\b(?:two|three|four|five)(?: and a half)?, (?:two|three|four|five|six)\b/u;

const hasUnknownVerb = (text: string): boolean =>
  [...text.matchAll(UNKNOWN_VERB)].some(
    ([, word]) =>
      !isBase(word!) &&
      !isPast(word!) &&
      !DETERMINERS.has(word!) &&
      !PREPOSITIONS.has(word!) &&
      !SUBORDINATES.has(word!) &&
      !/^(?:then|back|even|just|both|on|off)$/.test(word!),
  );

/** What a check found: a sentence that does not hold together, or one that only may be incomplete. */
type Fault = 'broken' | 'doubtful';

function faultOf(text: string): Fault | null {
  const tokens = taggedTokensOf(text);
  if (tokens.length < 4) return 'broken';
  if ([THERE_ARE, THERE_ARE_NONE, RUNS_ON].some((each) => each.test(text))) return 'broken';
  const parts = partsOf(tokens);
  if (parts === null || !beginsWell(tokens) || !agrees(tokens)) return 'broken';
  const fault = clauseFault(parts);
  if (fault !== null) return fault;
  return NEVER_LAST.has(tokens.at(-1)!.lower) || SPOKEN.test(text) || hasUnknownVerb(text)
    ? 'doubtful'
    : null;
}

/**
 * Whether a sentence begins with a subject or a phrase before it, has one main clause, no clauses joined only by a comma, and
 * verbs that agree. Rejects many correct sentences, so that those that pass are correct.
 */
export const isSurelyGrammatical = (text: string): boolean => faultOf(text) === null;

/** Whether no part of a sentence contradicts another. Readers found a slip in one such passage of eleven, in one of four others. */
export const holdsTogether = (text: string): boolean => faultOf(text) !== 'broken';

/** With a determiner, a name, a pronoun, a preposition or a subordinate clause; a bare noun needs its verb right after it. */
function beginsWell(tokens: TaggedToken[]): boolean {
  let at = 0;
  while (at < 3 && /ly$|^(?:then|now|just|also|still|eventually)$/.test(tokens[at]!.lower)) at += 1;
  const first = tokens[at]!;
  const second = tokens[at + 1];
  if (!second) return false;
  if (OPENS_SUBJECT.has(first.lower) || SUBORDINATES.has(first.lower) || PREPOSITIONS.has(first.lower))
    return true;
  if (
    /^there['’]/.test(first.lower) ||
    /^(?:not|no|anyone|anything|whatever|most|part|half|what)$/.test(first.lower)
  )
    return true;
  if (first.form !== null || isThird(first.lower)) return false;
  if (/ing$/.test(first.lower) || /ed$/.test(first.lower)) return true;
  if (isBase(first.lower)) return false;
  // A name, or a noun without an article: its verb, "and" or a title's second word follows.
  return (
    second.form !== null ||
    /^(?:and|of|who|whose|with|in|on)$/.test(second.lower) ||
    /['’]s?$/.test(first.word) ||
    second.comma ||
    /^\p{Lu}/u.test(second.word) ||
    /ly$/.test(second.lower) ||
    tokens[at + 2]?.form !== null
  );
}

/** Verbs joined by "and" have one number: not "they step aside and keeps", not "the party enters and are". */
function agrees(tokens: TaggedToken[]): boolean {
  let number: Form | null = null;
  let clauses: (Form | null)[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { lower, form } = tokens[at]!;
    if (SUBORDINATES.has(lower)) {
      clauses = [...clauses, number];
      continue;
    }
    const before = tokens[at - 1]?.lower ?? '';
    // "The water is pushing them on, and make their way."
    if (
      form === null &&
      number === 'singular' &&
      COORDINATES.has(before) &&
      isBase(lower) &&
      !mayBeNoun(lower)
    )
      if (
        !tokens
          .slice(0, at)
          .some(
            (token) =>
              token.lower === 'to' ||
              CAN.test(token.lower) ||
              PERCEIVES.test(token.lower) ||
              token.lower === 'they',
          )
      )
        return false;
    if (form === null || form === 'modal' || form === 'past') continue;
    const joined =
      COORDINATES.has(before) ||
      (/ly$|^(?:also|then|now|just)$/.test(before) && COORDINATES.has(tokens[at - 2]?.lower ?? ''));
    if (joined && number !== null && number !== form && !clauses.includes(form)) return false;
    if (lower === 'is' || lower === 'has' || lower === "isn't")
      if (/^(?:they|people|those|these)$/.test(before)) return false;
    number = form;
  }
  return true;
}

/** "its head falls limp": a determiner, a noun, and what may be its verb. */
const mayHoldVerb = (tokens: TaggedToken[]): boolean =>
  /^(?:the|his|her|its|their|a|an|one)$/.test(tokens[0]!.lower) &&
  tokens.slice(2, 4).some(({ lower, word }) => /^\p{Ll}/u.test(word) && isThird(lower));

/** Finds where a sentence has no main clause, or two that only a comma joins. */
function clauseFault(parts: Part[]): Fault | null {
  let hasMain = false;
  let inList = false;
  let isSubjectLeft = false;
  for (const [index, part] of parts.entries()) {
    const first = part.tokens[0]!;
    if (CLAUSE.test(first.lower) && part.free + part.nested === 0 && part.tokens.length > 1)
      return 'doubtful';
    const free = part.free > 0;
    if (index === 0) {
      hasMain = free;
      isSubjectLeft = !free && !isFronted(part);
      // "The guard, who is asleep, wakes."
      if (
        !hasMain &&
        !isFronted(part) &&
        part.nested === 0 &&
        !/^(?:who|which|whose|still|now|with|in|of|\p{L}+ing|\p{L}+ed)$/u.test(
          parts[1]?.tokens[0]?.lower ?? '',
        )
      )
        return 'doubtful';
      continue;
    }
    if (COORDINATES.has(first.lower)) {
      if (!hasMain && free) return 'doubtful';
      // "and eventually, and the party comes"; "and with a flick of the wrist, and he is gone"
      const leadsIn =
        part.tokens.length < 4 || part.tokens[1]!.lower === 'all' || PREPOSITIONS.has(part.tokens[1]!.lower);
      if (
        !free &&
        part.nested === 0 &&
        leadsIn &&
        parts.slice(index + 1).some((each) => each.free > 0 && COORDINATES.has(each.tokens[0]!.lower))
      )
        return 'doubtful';
      continue;
    }
    // "the party stops, that was the plan"; "its head falls", where "falls" may be a noun
    if (first.lower === 'that' && part.tokens[1]?.form) return 'doubtful';
    if (hasMain && !free && mayHoldVerb(part.tokens)) return 'doubtful';
    if (SUBORDINATES.has(first.lower) || !free) continue;
    if (hasMain && first.form !== null && !first.lower.includes("'")) {
      // "leaps, turns, and strikes": the list has to end with "and".
      inList = true;
      continue;
    }
    // "The bell that has been there, it begins to ring."
    if (isSubjectLeft && OPENS_SUBJECT.has(first.lower)) return 'broken';
    if (hasMain || first.form !== null) return 'broken';
    hasMain = true;
  }
  const last = parts.at(-1)!.tokens;
  if (
    parts.length > 1 &&
    last.length < (/ly$/.test(last[0]!.lower) ? 4 : 3) &&
    !/ing$/.test(last[0]!.lower) &&
    !(/ly$/.test(last[0]!.lower) && last.length === 1) &&
    !PREPOSITIONS.has(last[0]!.lower)
  )
    return 'doubtful';
  if (
    inList &&
    !parts.slice(1).some(({ tokens: [first] }) => COORDINATES.has(first!.lower)) &&
    !last.some(({ lower }) => lower === 'and')
  )
    return 'doubtful';
  return hasMain ? null : 'doubtful';
}
