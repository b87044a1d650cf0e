import type { AnalysisResult, NamedItem } from '#contract/analysis-result.ts';
import type { Candidate } from './features.ts';
import { lineOf } from './lines.ts';
import type { Name, NameKind } from './names.ts';
import type { Prepared } from './prepare.ts';
import { evidenceOf } from './text.ts';
import { playedNames, trusted } from './titles.ts';
import { RULES_TALK } from './vocabulary.ts';

const MOST = {
  brief: { person: 8, location: 6, item: 4, faction: 4, other: 0 },
  comprehensive: { person: 30, location: 20, item: 12, faction: 12, other: 0 },
};

/** Names of one kind, each with its most descriptive sentence. */
export function namedItems(
  prepared: Prepared,
  candidates: Map<number, Candidate>,
  kind: NameKind,
  detailLevel: AnalysisResult['detailLevel'],
): NamedItem[] {
  const played = playedNames(prepared);
  const fewest = prepared.speech.wordCount < 4000 ? 1 : 2;
  return prepared.names.all
    .filter((name) => name.kind === kind && trusted(name, fewest) && !played.has(name.name))
    .flatMap((name) => {
      const best = bestMention(name, candidates);
      const first = prepared.speech.sentences[name.sentences[0]!]!;
      const line = best && lineOf(prepared, best.sentence);
      // Rare and undescribed: may not be a name.
      if (!line && !name.known && name.count < 4) return [];
      return [
        {
          name: name.name,
          description: line?.text ?? '',
          isNew: !name.known,
          evidence: line?.evidence ?? evidenceOf(prepared.transcript, first),
        },
      ];
    })
    .slice(0, MOST[detailLevel][kind]);
}

/** The sentence that introduces or describes a name. */
function bestMention(name: Name, candidates: Map<number, Candidate>): Candidate | undefined {
  const escaped = name.name.split(/\s+/)[0]!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const describes = new RegExp(
    `${escaped}[\\w' -]{0,30},? (is|are|was|were|who|which|has|stands|the|a|an) |(named|called|known as|name is|this is|that is) [\\w' -]{0,20}${escaped}`,
    'i',
  );
  let best: Candidate | undefined;
  let most = -Infinity;
  name.sentences.slice(0, 60).forEach((index, order) => {
    const candidate = candidates.get(index);
    if (!candidate || RULES_TALK.test(candidate.sentence.text)) return;
    const score =
      candidate.score +
      (describes.test(candidate.sentence.text) ? 0.9 : 0) +
      (order < 3 ? 0.4 : 0) +
      (candidate.narrated ? 0.3 : 0);
    if (score > most) {
      most = score;
      best = candidate;
    }
  });
  return most > -0.6 ? best : undefined;
}

/** Questions for the game master: who plays whom, and names that differ by a letter or two. */
export function confirmations(prepared: Prepared): AnalysisResult['toConfirm'] {
  const list: AnalysisResult['toConfirm'] = prepared.guessedCast.map((guess) => ({
    kind: 'cast',
    text: `Does ${prepared.labels.get(guess.speakerId) ?? 'this voice'} play ${guess.character}?`,
    evidence: evidenceOf(prepared.transcript, prepared.speech.sentences[guess.sentence!]!),
  }));
  const names = prepared.names.all.filter((name) => !name.known && name.name.length >= 5).slice(0, 150);
  const rare = names.filter((name) => name.count <= 3);
  for (const name of rare) {
    const other = prepared.names.all
      .slice(0, 150)
      .find((each) => each !== name && each.count > name.count && isNearly(each.name, name.name));
    if (!other || list.length >= 15) continue;
    list.push({
      kind: 'name',
      text: `Is “${name.name}” the same as “${other.name}”?`,
      evidence: evidenceOf(prepared.transcript, prepared.speech.sentences[name.sentences[0]!]!),
    });
  }
  return list;
}

/** At most two letters apart, and not just a different ending. */
function isNearly(a: string, b: string): boolean {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  if (
    left[0] !== right[0] ||
    Math.abs(left.length - right.length) > 2 ||
    Math.min(left.length, right.length) < 5
  )
    return false;
  const most = Math.min(left.length, right.length) >= 7 ? 2 : 1;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[right.length]! <= most;
}
