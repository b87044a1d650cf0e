import { sentencesOf } from '#contract/sentences.ts';
import {
  FACTION_NOUNS,
  FUNCTION_WORDS,
  ITEM_NOUNS,
  list,
  PERSON_TITLES,
  PLACE_NOUNS,
} from '../reading/vocabulary.ts';
import { harmless } from './chunks.ts';

export const PRONOUNS = ['he', 'she', 'they'] as const;
export type Pronoun = (typeof PRONOUNS)[number];

/** Somebody in the notes, and what they should be called there. */
export interface Person {
  name: string;
  to: Pronoun;
}

/** One sentence of an item, and what it should say instead. */
interface SentenceChange {
  sentence: string;
  text: string;
}

/** In the order subject, object, before a noun, alone, reflexive. */
const FORMS: Record<Pronoun, readonly string[]> = {
  he: ['he', 'him', 'his', 'his', 'himself'],
  she: ['she', 'her', 'her', 'hers', 'herself'],
  they: ['they', 'them', 'their', 'theirs', 'themselves'],
};

/** Words for the same person, for a man, for a woman and for either. */
const NOUNS: readonly (readonly string[])[] = [
  'man woman person',
  'boy girl child',
  'son daughter child',
  'brother sister sibling',
  'father mother parent',
  'grandfather grandmother grandparent',
  'grandson granddaughter grandchild',
  'husband wife spouse',
  'uncle aunt relative',
  'nephew niece relative',
  'widower widow survivor',
  'king queen ruler',
  'prince princess heir',
  'lord lady noble',
  'duke duchess noble',
  'baron baroness noble',
  'count countess noble',
  'priest priestess cleric',
  'god goddess deity',
  'hero heroine hero',
  'abbot abbess superior',
  'sorcerer sorceress sorcerer',
  'gentleman gentlewoman person',
  'nobleman noblewoman noble',
  'sir madam friend',
  'mister miss mx',
  'mr ms mx',
  'guy girl person',
  'male female person',
  'master mistress master',
].map((row) => row.split(' '));

const AGREEING: readonly (readonly [one: string, several: string])[] = [
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['does', 'do'],
  ['isn', 'aren'],
  ['wasn', 'weren'],
  ['hasn', 'haven'],
  ['doesn', 'don'],
  ['s', 're'],
  ['s', 've'],
];

/** With a noun for somebody, "he" may be that one. */
const PEOPLE = new Set([
  ...PERSON_TITLES,
  ...NOUNS.flat(),
  ...list(`
guard merchant soldier wizard witch warlock stranger monk nun bard thief rogue ranger knight squire sailor pirate bandit servant maid
butler cook farmer hunter fisher carter ferryman traveler traveller beggar healer scholar scribe messenger apprentice prisoner enemy friend
lover partner leader chieftain goblin orc elf dwarf gnome halfling giant ogre troll dragon demon devil ghost vampire wolf bear horse dog
cat owner keeper bartender barkeep bodyguard assassin cultist druid cleric paladin someone somebody anyone nobody`),
]);

const PREDICATE =
  /(?:\b(?:is|was|as|be|being|been|becomes|became|remains|remained)|[,:–—(])\s+(?:(?:an?|the|no|still|now|really|secretly)\s+){1,2}(?:[\p{L}-]+\s+){0,2}$/iu;
const OPENING =
  /^(?:(?:then|and|but|so|yet|now|later|finally|still|meanwhile|afterwards?|soon|instead|also|there|here|once more|again|[\p{L}]+ly)\b,?\s+|(?:in|on|at|after|before|from|with|without|under|near|by|inside|during|behind|outside|when|while|as|because|if|once|since|although|though|until|despite|back|for|to)\b[^,;:.!?]*,\s+)/iu;
/** "He grew suspicious and advised him": within a clause these are two people. */
const TWO_PEOPLE = /\bhe\b[^,;:.!?]*\bhim\b|\bshe\b[^,;:.!?]*\bher\b(?!\s+\p{L})/iu;
/** Characters before a word in which it is decided what it is. */
const BEFORE = 60;
const QUOTED = /[“"„«][^“”"„«»]*[”"»“]/gu;
const CAPITALS =
  /\p{Lu}[\p{L}\p{M}-]+(?:(?:['’]s)?\s+(?:(?:of|the|de|von|van)\s+){0,2}\p{Lu}[\p{L}\p{M}-]+)*/gu;
const BEFORE_PLACE =
  /\b(?:in|at|into|inside|near|through|across|toward|towards|reach(?:es|ed)?)\s+(?:the\s+)?$/iu;
/** After these forms of "her" and "his" nothing follows that is theirs. */
const NOT_OWNED = list(`
a an the and or but nor so yet to in on at by for from with without into onto of off out up down over under through across along around about
after before while when where who whom which that as if because until since than then now again back away here there home inside outside alone
not is was are were be been has had have does did do will would can could may might must should this these those it its them him his her he she
they what how why too also once never always instead together soon later first next behind beside near toward towards against`);
const GENDERS: Readonly<Record<string, Pronoun>> = {
  man: 'he',
  boy: 'he',
  male: 'he',
  woman: 'she',
  girl: 'she',
  female: 'she',
  nonbinary: 'they',
};

/** "Bryce is a woman", "Ashgrove uses they/them": an instruction that asks for this and nothing else. */
export function personIn(instruction: string): Person | null {
  const said =
    /^\s*[“"']?(\p{Lu}[\p{L}\p{M}'’ -]*?)[”"']?(?:['’]s pronouns are|\s+(?:is|was)(?: actually| really| in fact| not an? \p{L}+ but)?|\s+(?:uses|goes by|should be)(?: the pronouns?)?)\s+(?:an? |called )?[“"']?(\p{L}[\p{L}-]*)(?:\s*\/\s*\p{L}+)*[”"']?(?:,? not an? \p{L}+)?\s*[.!]?\s*$/u.exec(
      instruction,
    );
  const [, name = '', word = ''] = said ?? [];
  const to = genderOf(word.toLowerCase());
  return name === '' || to === null ? null : { name, to };
}

const genderOf = (word: string): Pronoun | null =>
  GENDERS[word.replace('-', '')] ?? PRONOUNS.find((each) => FORMS[each].includes(word)) ?? null;

/** What a sentence is to a person: they are its subject and nobody else can be meant; others can; or it is about others. */
type Standing = 'theirs' | 'mixed' | 'others';

/**
 * The sentences of a text in which a person is called something else from now on. Where that person is the subject and nobody
 * else can be meant, all pronouns change, even if the model missed them. Where somebody else is named before them, what the
 * model proposes is taken, and without that the sentence stays and is counted. Of what a model proposes only pronouns and words
 * such as "sister" are taken. What was said, between quotation marks, stays.
 * @param given `proposed`: what the model makes of the text, null for nothing
 */
export function pronounChanges(
  { name, to }: Person,
  { text, proposed }: { text: string; proposed: string | null },
): { changes: SentenceChange[]; unclear: number } {
  const own = new Set(
    name.split(/\s+/).filter((word) => /^\p{Lu}./u.test(word) && !PERSON_TITLES.has(word.toLowerCase())),
  );
  const sentences = sentencesOf(text);
  const others = proposed === null ? [] : sentencesOf(proposed);
  const isAligned = others.length === sentences.length;
  let topic: Standing = 'others';
  let unclear = 0;
  const changes = sentences.flatMap((sentence, at): SentenceChange[] => {
    const read = standingOf(sentence, own, to, topic);
    topic = read.topic;
    const model = isAligned ? (others[at] ?? sentence) : sentence;
    const after = reworded(sentence, model, to, read.standing);
    if (after !== sentence) return [{ sentence, text: after }];
    const isProposed = model !== sentence && model !== harmless(sentence);
    if (isProposed || (read.standing !== 'others' && read.hasPronoun)) unclear += 1;
    return [];
  });
  if (!isAligned && others.length > 0 && changes.length === 0) unclear += 1;
  return { changes, unclear };
}

function standingOf(
  sentence: string,
  own: ReadonlySet<string>,
  to: Pronoun,
  before: Standing,
): { standing: Standing; topic: Standing; hasPronoun: boolean } {
  // Of the same length, so that places remain.
  const said = sentence.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));
  const words = [...said.matchAll(/\p{L}+/gu)];
  const pronouns = words.filter(([word]) => isOther(word.toLowerCase(), to));
  const names = namesIn(said);
  const isOwn = ({ run }: Named) => {
    const words = run.split(/\s+/).filter((word) => !PERSON_TITLES.has(word.toLowerCase()));
    return own.has((words[0] ?? '').replace(/['’]s$/u, ''));
  };
  const others = [
    ...names.filter((each) => !isOwn(each)),
    ...words.filter(
      (each) =>
        PEOPLE.has(each[0]) &&
        !PREDICATE.test(said.slice(Math.max(0, each.index - BEFORE), each.index)) &&
        !isOther(each[0], to),
    ),
  ].map(({ index }) => index);
  const isNamed = names.some(isOwn);
  const lastPronoun = pronouns.at(-1)?.index ?? -1;
  const isBeside = others.some((index) => index < lastPronoun) || TWO_PEOPLE.test(said);
  const hasPronoun = pronouns.length > 0;
  const has = (standing: Standing, topic: Standing) => ({ standing, topic, hasPronoun });
  const subject = subjectOf(said, names.filter(isOwn), others, to);
  if (subject === 'name' || (subject === 'pronoun' && before !== 'others')) {
    const isSure = subject === 'name' || before === 'theirs';
    return has(isSure && !isBeside ? 'theirs' : 'mixed', isSure && others.length === 0 ? 'theirs' : 'mixed');
  }
  if (isNamed) return has('mixed', 'mixed');
  if (others.length > 0)
    return has(before === 'others' ? 'others' : 'mixed', before === 'others' ? 'others' : 'mixed');
  return has(before === 'others' ? 'others' : 'mixed', before);
}

/** Who or what a sentence begins with, after words such as "Then" and "At dawn, ". */
function subjectOf(
  said: string,
  own: readonly Named[],
  others: readonly number[],
  to: Pronoun,
): 'name' | 'pronoun' | 'other' {
  let from = /^[^\p{L}]*/u.exec(said)?.[0].length ?? 0;
  for (let rounds = 0; rounds < 2; rounds += 1) {
    if (own.some(({ index }) => index === from)) return 'name';
    from += OPENING.exec(said.slice(from))?.[0].length ?? 0;
  }
  if (own.some(({ index }) => index === from)) return 'name';
  const [first = ''] = /^\p{L}+/u.exec(said.slice(from)) ?? [];
  const word = first.toLowerCase();
  const isSubject = PRONOUNS.some((each) => each !== to && [FORMS[each][0], FORMS[each][2]].includes(word));
  if (!isSubject || !isOther(word, to)) return 'other';
  // "When Bryce arrives, he …"
  return own.some(({ index }) => index < from) && others.every((index) => index > from) ? 'name' : 'pronoun';
}

interface Named {
  run: string;
  index: number;
}

/** Without the words that only begin the sentence: "Then Bryce". */
function namesIn(said: string): Named[] {
  return [...said.matchAll(CAPITALS)].flatMap(({ 0: all, index: at }) => {
    let [run, index] = [all, at];
    while (!/\p{L}/u.test(said.slice(0, index)) && isOpening(run)) {
      const first = /^\S+\s*/u.exec(run)?.[0].length ?? run.length;
      run = run.slice(first);
      index += first;
    }
    return run !== '' && isName(run, index, said) ? [{ run, index }] : [];
  });
}

const isOpening = (run: string): boolean => {
  const [first = ''] = /^\S*/u.exec(run) ?? [];
  return FUNCTION_WORDS.has(first.toLowerCase()) || /ly$/u.test(first);
};

function isName(run: string, index: number, said: string): boolean {
  const words = run.split(/\s+/);
  const last = (words.at(-1) ?? '').toLowerCase();
  if (PLACE_NOUNS.has(last) || FACTION_NOUNS.has(last) || ITEM_NOUNS.has(last)) return false;
  return !BEFORE_PLACE.test(said.slice(Math.max(0, index - BEFORE), index));
}

/** A pronoun for one person of another kind. "They" may be several. */
const isOther = (word: string, to: Pronoun): boolean =>
  (to !== 'he' && FORMS.he.includes(word)) || (to !== 'she' && FORMS.she.includes(word));

function reworded(sentence: string, model: string, to: Pronoun, standing: Standing): string {
  if (standing === 'others') return sentence;
  const parts = sentence.split(/(\p{L}+)/u);
  const theirs = model.match(/\p{L}+/gu) ?? [];
  const isAligned = theirs.length === (parts.length - 1) / 2;
  const quoted = [...sentence.matchAll(QUOTED)].map(
    ({ 0: text, index }) => [index, index + text.length] as const,
  );
  let at = 0;
  let hasChanged = false;
  const words = parts.map((part, index) => {
    const start = at;
    at += part.length;
    if (index % 2 === 0) return part;
    if (quoted.some(([from, until]) => start >= from && start < until)) return part;
    const old = part.toLowerCase();
    const wanted = isAligned ? (theirs[(index - 1) / 2] ?? part).toLowerCase() : old;
    const isChange = wanted !== old;
    if (isChange && isSameFor(old, wanted, to)) {
      hasChanged = true;
      return likeCase(part, wanted);
    }
    if (isChange && hasChanged && agrees(old, wanted)) return likeCase(part, wanted);
    if (standing !== 'theirs' || to === 'they' || isChange || !isOther(old, to)) return part;
    return likeCase(part, ownForm(old, parts[index + 1] ?? '', parts[index + 2] ?? '', to));
  });
  return words.join('');
}

/** Whether a word says of a person of this kind what another said of them before. */
function isSameFor(old: string, wanted: string, to: Pronoun): boolean {
  const place = PRONOUNS.indexOf(to);
  if (NOUNS.some((row) => row.includes(old) && row[place] === wanted)) return true;
  return PRONOUNS.some(
    (each) => each !== to && FORMS[each].some((form, role) => form === old && FORMS[to][role] === wanted),
  );
}

function agrees(old: string, wanted: string): boolean {
  const isOf = (one: string, several: string) =>
    AGREEING.some(([single, plural]) => single === one && plural === several) ||
    one === `${several}s` ||
    one === `${several}es` ||
    one === several.replace(/y$/, 'ies');
  return isOf(old, wanted) || isOf(wanted, old);
}

/** "Her" before what she owns is "his", elsewhere "him". */
function ownForm(old: string, gap: string, next: string, to: Pronoun): string {
  const isBeforeNoun = /^\s+$/.test(gap) && next !== '' && !NOT_OWNED.has(next.toLowerCase());
  const from = PRONOUNS.find((each) => FORMS[each].includes(old)) ?? 'they';
  const roles = FORMS[from].flatMap((form, role) => (form === old ? [role] : []));
  const role = roles.length > 1 && isBeforeNoun ? 2 : roles.find((each) => roles.length === 1 || each !== 2);
  return FORMS[to][role ?? 0] ?? old;
}

const likeCase = (old: string, word: string): string =>
  /^\p{Lu}/u.test(old) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
