const PREPOSITION =
  /^(to|for|at|with|of|toward|towards|behind|around|from|on|near|by|past|beside|over|above|below|beneath|upon|into|onto|against|between|among|through|across|about|off|without|than|like)$/;
const CLAUSE_START =
  /^(as|when|while|if|and|but|that|where|what|before|after|since|until|because|so|then|once|which|how|though|although|whatever|wherever|everything|all|who|eventually|now|finally|suddenly|also|unless|or)$/;
/** After these, "you" is an object: "looks at you and …", "before you, …". */
const AFTER_OBJECT =
  /^(and|or|but|as|in|on|at|from|with|to|for|by|into|through|a|an|the|this|that|up|down|back|over|off|out|away|towards?|while|then|what|how|where|there)$/;
/** Dialogue or table talk: "you" is not (only) the party. */
const NOT_NARRATION =
  /["“”?]|\b(I|I'm|I'll|I've|I'd|me|my|mine|we|we're|we'll|our|us|let's|gonna|you know|if you (?:want|like|guys)|you (?:want|wish|like|can|could|may|might|would|should|need|have to|get to|rolled?|guys (?:want|can)))\b/;

/**
 * Rewrites the game master's narration ("As you approach, … you") in the third person ("As they approach,
 * …"): "you" and "they" take the same verb, so only pronouns change. Null if a sentence does not rewrite
 * cleanly.
 */
export function inThirdPerson(text: string): string | null {
  if (!/\byou/i.test(text)) return text;
  if (NOT_NARRATION.test(text)) return null;
  // "Torvin, you step in", "to your left, Torvin": addresses one person.
  if (/(?:^(?:and |so )?|, )\p{Lu}[\p{L}'’]+(?: and \p{Lu}[\p{L}'’]+)*(?:,|[.!]$)/u.test(text)) return null;
  let clean = true;
  const pieces = text
    .replace(/\byou guys\b/gi, (match) => (match.startsWith('Y') ? 'You' : 'you'))
    .split(/\b([Yy]ou(?:'re|'ve|'ll|'d|r|rs|rself|rselves|’re|’ve|’ll|’d)?)\b(?!['’])/);
  const rewritten = pieces.map((piece, at) => {
    if (at % 2 === 0) return piece;
    const form = thirdPerson(piece, pieces[at - 1] ?? '', pieces[at + 1] ?? '');
    if (form === null) clean = false;
    return form;
  });
  if (!clean) return null;
  const sentence = rewritten.join('');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function thirdPerson(word: string, before: string, after: string): string | null {
  const suffix = word.slice(3).replace('’', "'");
  const ending: Record<string, string> = {
    r: 'their',
    rs: 'theirs',
    rself: 'themselves',
    rselves: 'themselves',
  };
  if (ending[suffix] !== undefined) return ending[suffix];
  const previous = /([\p{L}'’]+)\s*$/u.exec(before)?.[1];
  const startsClause = previous === undefined || /[,;:–]\s*$|--\s*$/.test(before);
  // "Fjord you're up": addresses one person.
  if (!startsClause && /^\p{Lu}/u.test(previous) && !/^[A-Z][a-z]+\s*$/.test(before)) return null;
  if (suffix !== '') return `they${suffix}`;
  const next = /^\s+([\p{L}'’]+)/u.exec(after)?.[1]?.toLowerCase();
  if (next === undefined) return startsClause ? null : 'them';
  if (startsClause) return 'they';
  const previousWord = previous.toLowerCase();
  if (previousWord === 'before' || previousWord === 'after' || previousWord === 'as')
    return AFTER_OBJECT.test(next) ? 'them' : 'they';
  if (PREPOSITION.test(previousWord)) return /^(all|both|each)$/.test(next) ? null : 'them';
  if (CLAUSE_START.test(previousWord)) return 'they';
  return AFTER_OBJECT.test(next) ? 'them' : null;
}
