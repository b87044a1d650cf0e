import type { Line } from '#contract/analysis-result.ts';
import { withoutMarkdown } from '#contract/evening-text.ts';
import { countOf, cues, DICE, LEANING, RULES, TABLE } from '../reading/cues.ts';
import type { Prepared } from '../reading/prepare.ts';
import { namesIn, type Salience } from '../reading/salience.ts';
import type { Stretch } from '../reading/scenes.ts';
import { evidenceOf, isByGameMaster, wordsOf } from '../reading/text.ts';
import { isWholeClause, verbsOf } from './whole-clause.ts';

const LEAST_WORDS = 4;
const MOST_WORDS = 11;
const LEAST_CONTENT = 2;
const CLAUSE = /[,;:–—.!?…()"“”]|--/u;
const PERSONAL =
  /\b(?:i|i'm|i'll|i've|me|my|we|let's|okay|yeah|gonna|guys|um|uh|like|not|\w+n't)\b|\bas (?:the |an? )?\w+$/i;
const FIRST_WORDS =
  /^(?:as|to|of|in|on|at|with|for|from|around|along|across|over|under|above|through|behind|beside|near|into|onto|towards?|based|the (?:\w+ )?(?:time|moment)|who|when|where|while|if|is|are|was|were|have|has|had|not|just|you're|there's|the rest|by the time|after|before|whenever|until|once|upon|since|what\w*|an? \w+ who|the one|first up|there (?:is|are|was|were|will)|you (?:also )?(?:know|have|get|can still|watched|do))\b/i;
/** "It is dusk when you reach Candlewick" leans on nothing. */
const WHEN = /^it is (?:\w+ ){1,3}(?:when|as|by the time)\b/i;
/** "She looks up": at any time. */
const GESTURE =
  /\b(?:looks?|glances?|nods?|sighs?|smiles?|shrugs?|smirks?|laughs?|grins?|waves?|turns?|peeks?|pats?|smacks?|leans?|follows?)(?: (?:out|up|down|over|back|around|away|behind|in|at|on|to|towards?|his|her|their|him|them|you|the|head|shoulders?))*$/i;
/** What a title without a name leaves open. */
const OPEN =
  /\b(?:it|its|him|his|her|them|their|that|this|these|those|ones?|something|someone|here|there)\b/i;
const MEASURE =
  /\b(?:foot|points?|crits?|move(?:ment)?|radius|technically|center of the|right now|currently|going to|go ahead|stuff|issues?|maybe|practically|saves?|attune\w*|resistan\w+|immun\w+|unaffected|exhaustion|surprise round|got used|inspiration|figure|gather|around here)\b/i;

/** Of the session's sentences, those most worth retelling: a title is never table talk. */
const MOST_TITLES = 0.35;
const SURELY = 0.05;
const NAMED = 2;

/**
 * A clause of the game master's narration for each chapter: the one whose words are most the chapter's own. Null where
 * none says enough.
 */
export function chapterTitles(prepared: Prepared, salience: Salience): (Line | null)[] {
  const { speech, zones, scenes } = prepared;
  const taken = new Set<string>();
  const verbs = verbsOf(speech);
  const chaptersWith = new Map<string, number>();
  const counts = scenes.map(({ from, to }) => {
    const own = new Map<string, number>();
    for (let at = from; at < to; at += 1)
      for (const stem of salience.stems[at]!) own.set(stem, (own.get(stem) ?? 0) + 1);
    for (const stem of own.keys()) chaptersWith.set(stem, (chaptersWith.get(stem) ?? 0) + 1);
    return own;
  });
  const weight = (chapter: number, stem: string) =>
    Math.log1p(counts[chapter]!.get(stem) ?? 0) *
    Math.log((scenes.length + 1) / (chaptersWith.get(stem) ?? 1));
  const ranked = [...salience.worth].sort((a, b) => b - a);
  const leastOf = (share: number) => ranked[Math.floor(ranked.length * share)] ?? 0;
  const [least, sure] = [leastOf(MOST_TITLES), leastOf(SURELY)];
  const isNamed = (text: string, sentence: number) =>
    namesIn(prepared, sentence).some((each) => text.includes(prepared.names.all[each]!.name));
  const saysWhat = (text: string, sentence: number) =>
    !OPEN.test(text) && (salience.worth[sentence]! >= sure || countOf(cues.YouMove, text) > 0);
  return scenes.map(({ from, to }: Stretch, chapter) => {
    let best: { line: Line; score: number } | null = null;
    for (const sentence of speech.sentences.slice(from, to)) {
      if (zones.zones[sentence.index] !== 'play' || !isByGameMaster(sentence, zones.gameMasterId)) continue;
      if (sentence.text.includes('?') || sentence.inSpeech || salience.worth[sentence.index]! < least)
        continue;
      let from = 0;
      for (const clause of sentence.text.split(CLAUSE)) {
        const at = sentence.text.indexOf(clause, from);
        from = at + clause.length;
        const text = withoutMarkdown(clause).trim();
        const words = wordsOf(text);
        if (words.length < LEAST_WORDS || words.length > MOST_WORDS || taken.has(text.toLowerCase()))
          continue;
        if ((LEANING.test(text) && !WHEN.test(text)) || GESTURE.test(text)) continue;
        if (FIRST_WORDS.test(text) || PERSONAL.test(text)) continue;
        const named = isNamed(text, sentence.index);
        if (!named && !saysWhat(text, sentence.index)) continue;
        if ([DICE, RULES, TABLE, MEASURE].some((pattern) => text.search(pattern) >= 0)) continue;
        const stems = [...salience.stems[sentence.index]!].filter((stem) =>
          words.some(({ lower }) => lower.startsWith(stem)),
        );
        if (stems.length < LEAST_CONTENT) continue;
        const place = { at, text: clause, words: words.map(({ lower }) => lower) };
        if (!isWholeClause(sentence.text, place, verbs)) continue;
        const score =
          (stems.reduce((sum, stem) => sum + weight(chapter, stem), 0) *
            Math.sqrt(salience.worth[sentence.index]!) *
            (named ? NAMED : 1)) /
          Math.sqrt(words.length);
        if (best === null || score > best.score)
          best = { line: { text, evidence: evidenceOf(prepared.transcript, sentence) }, score };
      }
    }
    if (best === null) return null;
    taken.add(best.line.text.toLowerCase());
    return best.line;
  });
}
