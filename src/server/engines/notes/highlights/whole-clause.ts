import type { Speech } from '../reading/text.ts';

const NO_VERB_AFTER =
  /^(?:a|an|the|this|that|these|those|my|your|his|her|its|our|their|some|any|each|every|no|of|in|on|at|to|for|from|with|by|into|onto|over|under|across|through|as|and|or|but|nor|than|\p{N}+|one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+['’]s)$/u;
const AUXILIARY =
  /^(?:is|are|was|were|has|have|had|can|could|will|would|does|did|must|may|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|can['’]t|cannot|won['’]t|doesn['’]t|didn['’]t)$/;
const SUBJECT = /^(?:you|he|she|it|they|we|there|all|both|everyone|somebody|someone|nobody|nothing)$/;
const BEFORE_VERB =
  /^(?:to|can|could|will|would|should|must|may|might|don['’]t|didn['’]t|doesn['’]t|i|you|we|they|let['’]s)$/;
/** What the narration of a short session may never say with a pronoun. */
const COMMON_VERBS =
  'answer become begin break bring burn call carry close come cut die draw drop enter fade fall feel find fly follow give go grab hang hear hit hold jump keep knock land lead lean leap leave lie lift look lose make move nod open owe pass pull push put reach ride ring rise run say see send shatter shine sit slam slap sleep speak stand start step stop strike take tear tell throw turn wake walk watch'.split(
    ' ',
  );
/** "knowing", not "bring". */
const PARTICIPLE = /[aeiouy].*ing$/;
/** Not an end, and nothing that goes on after a comma as one list or description. */
const UNFINISHED =
  /^(?:a|an|the|this|that|these|those|my|your|his|her|its|our|their|of|in|to|for|from|with|by|into|onto|as|and|or|but|than|very|says?|like|is|are|was|were|be|have|has|had|he|she|i|we|they|who|which|if|when|because|until|eventually|it|this|that|there|here|one|two|three|four|five|six|seven|eight|nine|ten|\d+)$/;
/** A clause without its subject, or one that depends on another. */
const NO_START =
  /^(?:hope|note|thank\w*|immediately as|just as|only as|doesn['’]t|don['’]t|didn['’]t|isn['’]t|aren['’]t)\b/i;
const GOES_ON_APART =
  /^(?:and|but|so|then|as|while|all|both|each|one|who|which|where|when|with|a|an|the|his|her|its|their|you|he|she|it|they)\b/i;

/** Words that this table, or any, uses as verbs. */
export function verbsOf({ sentences }: Speech): ReadonlySet<string> {
  const verbs = new Set(COMMON_VERBS);
  for (const { words } of sentences)
    for (const [at, { lower }] of words.entries())
      if (BEFORE_VERB.test(lower)) {
        const next = words[at + 1]?.lower;
        if (next !== undefined && ![NO_VERB_AFTER, SUBJECT, PARTICIPLE].some((other) => other.test(next)))
          verbs.add(next);
      }
  return verbs;
}

const bareOf = (word: string): string[] =>
  /[^s'’us]s$/.test(word)
    ? [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].filter((each) => each !== word)
    : [];

/** Whether words have a subject and, after it, a verb that says what it does. */
function saysSomething(words: readonly string[], verbs: ReadonlySet<string>): boolean {
  return words.some((word, at) => {
    const before = words[at - 1];
    const next = words[at + 1];
    if (before === undefined || NO_VERB_AFTER.test(before) || next === 'of') return false;
    if (AUXILIARY.test(word)) return true;
    if (verbs.has(word) && (SUBJECT.test(before) || (/[^s]s$/.test(before) && next !== undefined)))
      return true;
    return bareOf(word).some((bare) => verbs.has(bare)) && !SUBJECT.test(next ?? '');
  });
}

/** Whether a part of a sentence reads as a clause of its own. */
export function isWholeClause(
  sentence: string,
  clause: { at: number; text: string; words: readonly string[] },
  verbs: ReadonlySet<string>,
): boolean {
  const before = sentence.slice(0, clause.at).trimEnd();
  const after = sentence.slice(clause.at + clause.text.length).trimStart();
  if (!/(?:^|[^.][.]|[!?;:“"])$/u.test(before) || !/^\p{L}/u.test(clause.text.trimStart())) return false;
  if (/^,/.test(after) && !GOES_ON_APART.test(after.slice(1).trimStart())) return false;
  if (!/^(?:$|[.](?![.])|[!;:,”"])/u.test(after)) return false;
  const { words } = clause;
  const [first = ''] = words;
  if (UNFINISHED.test(words.at(-1) ?? '') || NO_START.test(clause.text.trimStart())) return false;
  if (bareOf(first).some((bare) => verbs.has(bare))) return false;
  if (/ing$/.test(first) && !words.some((word) => AUXILIARY.test(word))) return false;
  return saysSomething(words, verbs);
}
