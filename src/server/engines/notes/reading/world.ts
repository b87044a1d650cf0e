import type { AnalysisResult } from '#contract/analysis-result.ts';
import { castQuestion } from '#contract/cast-questions.ts';
import { nameKindQuestion, sameNameQuestion } from '#contract/check-questions.ts';
import type { Name } from './names.ts';
import type { Prepared } from './prepare.ts';
import { evidenceOf } from './text.ts';
import { strangers } from './titles.ts';

const OFTEN = 5;
const MOST_OF_NO_KIND = 4;
const SPREAD = 3;

function ofNoKind(prepared: Prepared): Name[] {
  if (prepared.speech.wordCount < 4000) return [];
  const stretch = prepared.speech.sentences.length / 10;
  return strangers(prepared)
    .map(({ name }) => name)
    .filter(
      (name) =>
        name.kind === 'other' &&
        !name.known &&
        name.count >= OFTEN &&
        name.certainty >= 0.8 &&
        new Set(name.sentences.map((at) => Math.floor(at / stretch))).size >= SPREAD,
    )
    .slice(0, MOST_OF_NO_KIND);
}

/** Questions for the game master: who plays which character, names that differ by a letter or two, and what a name refers to. */
export function confirmations(prepared: Prepared): AnalysisResult['toConfirm'] {
  const list: AnalysisResult['toConfirm'] = prepared.guessedCast.map((guess) => ({
    kind: 'cast',
    text: castQuestion(prepared.labels.get(guess.speakerId) ?? 'this voice', guess.character),
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
      text: sameNameQuestion(name.name, other.name),
      evidence: evidenceOf(
        prepared.transcript,
        prepared.speech.sentences[name.sentences[0]!]!,
        prepared.speech.sentences[other.sentences[0]!]!,
      ),
    });
  }
  for (const name of ofNoKind(prepared))
    list.push({
      kind: 'nameKind',
      text: nameKindQuestion(name.name),
      evidence: evidenceOf(
        prepared.transcript,
        ...[name.sentences[0]!, name.sentences.at(-1)!].map((at) => prepared.speech.sentences[at]!),
      ),
    });
  return list;
}

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
