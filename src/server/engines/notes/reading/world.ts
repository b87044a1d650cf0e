import type { AnalysisResult, NamedItem } from '#contract/analysis-result.ts';
import { castQuestion } from '#contract/cast-questions.ts';
import { nameKindQuestion, sameNameQuestion } from '#contract/check-questions.ts';
import type { Name, NameKind } from './names.ts';
import type { Prepared } from './prepare.ts';
import { evidenceOf } from './text.ts';
import { strangers } from './titles.ts';

const MOST = {
  brief: { person: 8, location: 6, item: 4, faction: 4, other: 0 },
  comprehensive: { person: 24, location: 16, item: 10, faction: 10, other: 0 },
};

const LEAST_OF_A_PLACE = 4;

/** Names of one kind that the notes list as met or spoken of; names that are only mentioned are not listed by kind. */
export function namedItems(
  prepared: Prepared,
  kind: NameKind,
  detailLevel: AnalysisResult['detailLevel'],
): NamedItem[] {
  return strangers(prepared)
    .filter(({ name, index }) => name.kind === kind && isClaimed(prepared, index))
    .sort((a, b) => rank(prepared, a.index) - rank(prepared, b.index) || b.name.count - a.name.count)
    .slice(0, MOST[detailLevel][kind])
    .map(({ name, index }) => {
      const { standing, sentence } = prepared.presence[index]!;
      return {
        name: name.name,
        description: '',
        isNew: !name.known,
        ...(kind === 'person' && standing !== 'named' ? { presence: standing } : {}),
        evidence: evidenceOf(prepared.transcript, prepared.speech.sentences[sentence]!),
      };
    });
}

const rank = (prepared: Prepared, index: number): number =>
  prepared.presence[index]!.standing === 'met' ? 0 : 1;

function isClaimed(prepared: Prepared, index: number): boolean {
  const name = prepared.names.all[index]!;
  const { standing } = prepared.presence[index]!;
  const isLong = prepared.speech.wordCount >= 4000;
  if (name.kind === 'location' && !name.known && isLong && name.count < LEAST_OF_A_PLACE) return false;
  if (name.kind === 'person' || name.kind === 'location') return standing !== 'named';
  return name.known || name.count >= (prepared.speech.wordCount < 4000 ? 1 : 3);
}

/**
 * Names about which the notes claim nothing, most frequent first. Not those that only players say: people's notes have one in four
 * of them and nearly every second of the others; many are jokes.
 */
export function alsoNamed(prepared: Prepared, most: number): { name: string; sentence: number }[] {
  const { speech, zones } = prepared;
  const isNamedByGameMaster = ({ known, sentences }: Name) =>
    known ||
    zones.gameMasterId === null ||
    sentences.some(
      (at) => zones.zones[at] === 'play' && speech.sentences[at]!.speakerId === zones.gameMasterId,
    );
  const fewest = speech.wordCount < 4000 ? 1 : 2;
  return strangers(prepared)
    .filter(
      ({ name, index }) =>
        !isClaimed(prepared, index) &&
        name.count >= fewest &&
        name.certainty >= 0.6 &&
        isNamedByGameMaster(name),
    )
    .slice(0, most)
    .map(({ name, index }) => ({ name: name.name, sentence: prepared.presence[index]!.sentence }));
}

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
