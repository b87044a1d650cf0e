import type { Name } from './names.ts';
import type { Prepared } from './prepare.ts';
import { isVoicedFrom, movesThere } from './presence.ts';
import { isByGameMaster, speaksEnglish } from './text.ts';

/** "A", "A and B", "A, B and C"; only commas if the language is not English. */
function enumerate(items: string[], english: boolean): string {
  if (!english || items.length < 2) return items.join(', ');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Whether the transcript's language is English, or unknown and looks like English. */
export const isEnglish = ({ speech, transcript }: Pick<Prepared, 'speech' | 'transcript'>): boolean =>
  speaksEnglish(speech, transcript.language);

/** Whether a name is frequent and certain enough to show. */
export const trusted = (name: Name, fewest: number): boolean =>
  name.known || (name.count >= fewest && name.certainty >= 0.45);

function playedNames(prepared: Prepared): Set<string> {
  return new Set([
    ...prepared.campaign.playerCharacters.map((character) => character.name),
    ...[...prepared.party.members.keys()].map((index) => prepared.names.all[index]!.name),
  ]);
}

/** Names that are neither party nor doubtful, in the order of `names.all`. */
export function strangers(prepared: Prepared): { name: Name; index: number }[] {
  const played = playedNames(prepared);
  const fewest = prepared.speech.wordCount < 4000 ? 1 : 2;
  return prepared.names.all.flatMap((name, index) =>
    trusted(name, fewest) &&
    !prepared.party.members.has(index) &&
    !prepared.party.unsure.has(index) &&
    !played.has(name.name)
      ? [{ name, index }]
      : [],
  );
}

export interface Setting {
  place: Name | null;
  people: Name[];
  named: Name[];
}

/** Mentions of a place in a stretch; those that put the party there count twice. */
const LEAST_PLACE = 4;
export function settingOf(prepared: Prepared, { from, to }: { from: number; to: number }): Setting {
  const { speech, names, presence, zones } = prepared;
  const inside = (sentence: number) => sentence >= from && sentence < to;
  const counts = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    for (const index of names.inSentence.get(at) ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const others = strangers(prepared).filter(({ index }) => counts.has(index));
  const titled = others.filter(({ name }) => isWholeName(prepared, name));
  const thereIn = (index: number) => presence[index]!.filter(inside).length;
  // What only players say is often a joke: "Nantucket".
  const isNamedByGameMaster = ({ sentences }: Name) =>
    sentences.some((at) => inside(at) && isByGameMaster(speech.sentences[at]!, zones.gameMasterId));
  const arrivesAt = (index: number) =>
    presence[index]!.some(
      (at) => inside(at) && movesThere(speech.sentences[at]!) && !/--/.test(speech.sentences[at]!.text),
    );
  const place = titled
    .filter(
      ({ name, index }) =>
        name.kind === 'location' && thereIn(index) + counts.get(index)! >= LEAST_PLACE && arrivesAt(index),
    )
    .sort((a, b) => thereIn(b.index) - thereIn(a.index) || counts.get(b.index)! - counts.get(a.index)!)[0];
  const people = titled
    .filter(
      ({ name, index }) =>
        name.kind === 'person' &&
        presence[index]!.length > 0 &&
        counts.get(index)! >= 3 &&
        isSurelyHere(prepared, name, presence[index]!.filter(inside)),
    )
    .sort((a, b) => thereIn(b.index) - thereIn(a.index) || counts.get(b.index)! - counts.get(a.index)!);
  return {
    place: place?.name ?? null,
    people: people.map(({ name }) => name),
    named: others
      .filter(
        ({ name, index }) =>
          !people.some((each) => each.index === index) &&
          name !== place?.name &&
          name.kind !== 'other' &&
          counts.get(index)! >= 2 &&
          // Somebody who may be there is not only named.
          (name.kind !== 'person' || thereIn(index) === 0) &&
          isNamedByGameMaster(name),
      )
      .map(({ name }) => name)
      .slice(0, 5),
  };
}

/** The largest share of a name's mentions that may be part of a longer name. */
const MOST_CUT = 0.2;
const LEAST_SHOWN_HERE = 2;
/** Sentences before the person appears that may say that they are far away. */
const FAR_BEFORE = 20;
/** Of the sentences that show the person: one who is there again and again may mention a letter. */
const MOST_FAR = 0.25;
const FAR_OR_FALSE =
  /\b(?:scry(?:s|ing)?|vision|dream\p{L}*|letter|memor(?:y|ies)|illusion|disguis\p{L}*|corpse|bod(?:y|ies)|dead|died|murder\p{L}*|sending|earring|message|(?:form|shape|guise|likeness|face|image|statue) of)\b/iu;

/** Whether a name is no word of English, and not cut out of a longer name: not "Debt" of "Debt's Respite", not "Hass" of "Hass-Venn". */
function isWholeName(prepared: Prepared, name: Name): boolean {
  if (name.known) return true;
  if (prepared.plainWords.has(name.name.toLowerCase())) return false;
  const cut = name.mentions.filter(({ sentence, at, length }) => {
    const { words } = prepared.speech.sentences[sentence]!;
    const last = words[at + length - 1]!;
    const next = words[at + length];
    return /['’]s$/.test(last.raw) && next?.joined && /^\p{Lu}/u.test(next.raw);
  });
  return cut.length <= name.count * MOST_CUT;
}

/** Whether the person appears twice and speaks once, and next to no sentence with the name suggests that they are far away, dead or an impostor. */
function isSurelyHere(prepared: Prepared, name: Name, there: number[]): boolean {
  const { speech, zones } = prepared;
  const { sentences } = speech;
  const first = there[0]!;
  const last = there.at(-1)!;
  const far = name.sentences.filter(
    (at) => at >= first - FAR_BEFORE && at <= last && FAR_OR_FALSE.test(sentences[at]!.text),
  );
  return (
    new Set(there).size >= LEAST_SHOWN_HERE &&
    there.some((at) => isVoicedFrom(speech, zones.gameMasterId, at)) &&
    far.length <= there.length * MOST_FAR
  );
}

/** The place where the party spends most time, and the people it meets. */
export function sessionTitle(prepared: Prepared): string | null {
  const named = strangers(prepared).filter(({ index }) => prepared.presence[index]!.length > 0);
  const there = (index: number) => prepared.presence[index]!.length;
  const place = named
    .filter(({ name }) => name.kind === 'location')
    .sort((a, b) => there(b.index) - there(a.index))[0];
  const people = named
    .filter(({ name }) => name.kind === 'person')
    .sort((a, b) => b.name.count - a.name.count)
    .slice(0, 2);
  const who = enumerate(
    people.map(({ name }) => name.name),
    isEnglish(prepared),
  );
  const title = place && who ? `${place.name.name}: ${who}` : (place?.name.name ?? who);
  return title ? [...title].slice(0, 120).join('') : null;
}
