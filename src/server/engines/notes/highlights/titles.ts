import type { Fight } from './fights.ts';
import type { Name } from './names.ts';
import type { Prepared } from './prepare.ts';
import { isHere, movesThere } from './presence.ts';
import type { Stretch } from './scenes.ts';
import { capital, type Sentence } from './text.ts';
import { isThird } from './verbs.ts';
import { FUNCTION_WORDS } from './vocabulary.ts';

/** "A", "A and B", "A, B and C"; only commas if the language is not English. */
export function enumerate(items: string[], english: boolean): string {
  if (!english || items.length < 2) return items.join(', ');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Whether the transcript's language is English, or unknown and looks like English. */
export function isEnglish(prepared: Prepared): boolean {
  const { language } = prepared.transcript;
  if (language) return /^en\b/i.test(language);
  let common = 0;
  let total = 0;
  for (const sentence of prepared.speech.sentences.slice(0, 400))
    for (const word of sentence.words) {
      total += 1;
      if (/^(the|and|you|to|of|is|it|that|we|what|this)$/.test(word.lower)) common += 1;
    }
  return total > 0 && common / total > 0.07;
}

/** Whether a name is frequent and certain enough to show. */
export const trusted = (name: Name, fewest: number): boolean =>
  name.known || (name.count >= fewest && name.certainty >= 0.45);

export function playedNames(prepared: Prepared): Set<string> {
  return new Set([
    ...prepared.campaign.playerCharacters.map((character) => character.name),
    ...[...prepared.party.members.keys()].map((index) => prepared.names.all[index]!.name),
  ]);
}

/** Names that are neither party nor doubtful, in the order of `names.all`. */
export function strangers(prepared: Prepared): { name: Name; index: number }[] {
  const played = playedNames(prepared);
  const callNames = new Set(
    [...prepared.party.members.values()].map((index) => prepared.names.all[index]!.name.split(' ')[0]!),
  );
  const isByname = ({ name, known }: Name) =>
    !known && name.includes(' ') && callNames.has(name.split(' ').at(-1)!);
  const fewest = prepared.speech.wordCount < 4000 ? 1 : 2;
  return prepared.names.all.flatMap((name, index) =>
    trusted(name, fewest) &&
    !isByname(name) &&
    !prepared.party.members.has(index) &&
    !prepared.party.unsure.has(index) &&
    !played.has(name.name)
      ? [{ name, index }]
      : [],
  );
}

export interface Setting {
  place: Name | null;
  noun: string | null;
  /** Whether the party comes to that place here; otherwise the noun is no title. */
  isReached: boolean;
  fight: Fight | null;
  people: Name[];
  topic: string | null;
  named: Name[];
}

const SETTINGS = new Set(
  `sewer sewers tavern inn cave cavern cavern tunnel tunnels forest woods jungle swamp marsh desert market ship boat deck temple church chapel shrine library tower castle keep dungeon crypt
tomb graveyard cemetery prison cell cells mine mines mountain cliff canyon valley river lake beach shore dock docks bridge road street alley rooftop roof garden courtyard arena mansion house
shop store smithy forge barn farm camp encampment campfire fortress throne palace hall chamber laboratory vault library pit chasm ravine waterfall island volcano glacier tundra ruins ziggurat
bathhouse brothel bakery stable stables cellar basement attic kitchen bedroom study office warehouse theater academy school monastery village town city carriage cart wagon skyship airship portal lair nest hive cottage hut tent gate gates wharf pier harbor well fountain statue altar`.split(
    /\s+/,
  ),
);
const VAGUE = new Set(
  'hall chamber road street gate gates wall door house city town roof deck store study office cell'.split(
    ' ',
  ),
);
/** Times that a place is named in a stretch, those twice where the party is there. */
const LEAST_PLACE = 4;
const LEAST_SETTING = 3;
const LEAST_VAGUE = 6;

/** A plane of existence, which spells name and let see. */
const PLANE = /\bplane\b/i;

const goesAway = (text: string, place: string): boolean =>
  [
    ...text.matchAll(
      /\b(?:leav(?:e|es|ing)|left|depart\p{L}*|exit\p{L}*|out of|away from|from|towards?) (?:the )?/giu,
    ),
  ].some(({ index, 0: whole }) => text.startsWith(place, index + whole.length));

export function settingOf(prepared: Prepared, { from, to }: { from: number; to: number }): Setting {
  const { speech, zones, names, presence, fights } = prepared;
  const inside = (sentence: number) => sentence >= from && sentence < to;
  const counts = new Map<number, number>();
  const nouns = new Map<string, number>();
  const topics = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    for (const index of names.inSentence.get(at) ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
    const sentence = speech.sentences[at]!;
    if (zones.gameMasterId === null || sentence.speakerId !== zones.gameMasterId || sentence.inSpeech)
      continue;
    for (const noun of nounsOf(sentence)) topics.set(noun, (topics.get(noun) ?? 0) + 1);
    sentence.words.forEach((word, index) => {
      if (!SETTINGS.has(word.lower) || index === 0) return;
      const before = sentence.words[index - 1]!.lower;
      const earlier = sentence.words[index - 2]?.lower ?? '';
      if (
        /^(the|this)$/.test(before) ||
        (/^(the|this)$/.test(earlier) && /^\p{Ll}/u.test(sentence.words[index - 1]!.raw))
      )
        nouns.set(word.lower, (nouns.get(word.lower) ?? 0) + 1);
    });
  }
  const others = strangers(prepared).filter(({ index }) => counts.has(index));
  const thereIn = (index: number) => presence[index]!.there.filter(inside).length;
  const goesThere = ({ name, index }: { name: Name; index: number }) => {
    const arrival = presence[index]!.there.find((at) => inside(at) && movesThere(speech.sentences[at]!));
    return (
      arrival !== undefined &&
      !PLANE.test(name.name) &&
      !name.sentences.some(
        (at) => at >= arrival && inside(at) && goesAway(speech.sentences[at]!.text, name.name),
      )
    );
  };
  const place = others
    .filter(
      ({ name, index }) =>
        name.kind === 'location' &&
        thereIn(index) + counts.get(index)! >= LEAST_PLACE &&
        goesThere({ name, index }),
    )
    .sort((a, b) => thereIn(b.index) - thereIn(a.index) || counts.get(b.index)! - counts.get(a.index)!)[0];
  const people = others
    .filter(
      ({ name, index }) =>
        name.kind === 'person' &&
        presence[index]!.standing === 'met' &&
        counts.get(index)! >= 3 &&
        isSurelyHere(prepared, name, presence[index]!.there.filter(inside)),
    )
    .sort((a, b) => thereIn(b.index) - thereIn(a.index) || counts.get(b.index)! - counts.get(a.index)!);
  const overlap = (fight: Fight) => Math.min(fight.to + 1, to) - Math.max(fight.from, from);
  const fight = fights
    .filter((each) => overlap(each) > (to - from) * 0.35 || overlap(each) > (each.to - each.from) * 0.6)
    .sort((a, b) => overlap(b) - overlap(a))[0];
  const ranked = [...nouns].filter(([, count]) => count >= LEAST_SETTING).sort((a, b) => b[1] - a[1]);
  const noun = ranked.find(([word]) => !VAGUE.has(word)) ?? ranked.find(([, count]) => count >= LEAST_VAGUE);
  const here = speech.sentences.slice(from, to);
  const setting = noun && noun[1] >= ranked[0]![1] * 0.4 ? noun[0] : null;
  return {
    place: place?.name ?? null,
    noun: setting,
    isReached:
      setting !== null &&
      here.some((each) => comesTo(prepared, each, setting)) &&
      !here.some(({ text }) => SEES_AFAR.test(text)),
    fight: fight ?? null,
    people: people.slice(0, 2).map(({ name }) => name),
    topic: topicOf(prepared, topics, to - from),
    named: others
      .filter(
        ({ name, index }) =>
          !people.some((each) => each.index === index) &&
          name !== place?.name &&
          name.kind !== 'other' &&
          counts.get(index)! >= 2,
      )
      .map(({ name }) => name)
      .slice(0, 5),
  };
}

/** Ways to see a place without being there. */
const SEES_AFAR =
  /\b(?:scry\p{L}*|visions?|sensor|clairvoyance|familiar|owl|through (?:his|her|its|the) eyes)\b/iu;
const LEAST_SHOWN_HERE = 2;
const ANSWERS_WITHIN = 3;
const FAR_OR_FALSE =
  /\b(?:scry(?:s|ing)?|vision|dream\p{L}*|letter|memor(?:y|ies)|illusion|disguis\p{L}*|corpse|bod(?:y|ies)|dead|died|murder\p{L}*|sending|earring|message|(?:form|shape|guise|likeness|face|image|statue) of)\b/iu;

/** Whether the person appears twice and speaks once, and no sentence with the name suggests that they are far away, dead or an impostor. */
function isSurelyHere({ speech, zones }: Prepared, name: Name, there: number[]): boolean {
  const { sentences } = speech;
  const speaks = (at: number) =>
    sentences
      .slice(at, at + ANSWERS_WITHIN)
      .some(
        ({ speakerId, inSpeech, text }) =>
          speakerId === zones.gameMasterId && (inSpeech || /["“]/.test(text)),
      );
  const first = there[0]!;
  const last = there.at(-1)!;
  return (
    new Set(there).size >= LEAST_SHOWN_HERE &&
    there.some(speaks) &&
    !sentences.some(
      ({ index, text }) =>
        index >= first - 20 && index <= last && FAR_OR_FALSE.test(text) && name.sentences.includes(index),
    )
  );
}

/** Whether the game master narrates that the party comes into or to that place: "you enter the old temple". */
function comesTo({ zones }: Prepared, sentence: Sentence, noun: string): boolean {
  const { words, speakerId, inSpeech } = sentence;
  if (speakerId !== zones.gameMasterId || inSpeech || !movesThere(sentence) || !isHere(sentence))
    return false;
  return words.some((word, at) => {
    if (word.lower !== noun || word.raw !== word.lower) return false;
    const next = words[at + 1];
    if (next?.joined && !ENDS_NOUN.test(next.lower)) return false;
    const lead = words
      .slice(Math.max(0, at - 4), at)
      .map(({ lower }) => lower)
      .join(' ');
    return /\b(?:into|inside|in|onto|through|within|enter(?:ing)?|reach|at) (?:the|this|an?) (?:[\p{L}-]+ )?$/u.test(
      `${lead} `,
    );
  });
}

const LEAST_TOPIC = 4;
const LEAST_TOPIC_SHARE = 0.3;
const COMMON_NOUNS = new Set(
  `way side sides front back top bottom ground room door doors floor wall walls corner area space rest party group other others edge edges center middle distance head body hand hands
eyes eye face form moment time end beginning night morning day evening right left north south east west roll attack damage turn round action check spell save next point feet level people person man woman creature creatures
thing things first second third last break game half couple series number piece kind sort minute hour world name word words voice sound light fire back-and-forth period patch scene reason while section air direction outside inside interior exterior
same only one ones two three four five six bonus reaction movement range throw saving dice map book sheet rules target best most party group city town impact idea question answer difference fact
guys table players character characters story episode past future blow hit strike arrow arrows bolt blade sword weapon shield armor arm arms leg legs foot shoulder mouth mind chest surface outskirts vicinity process
point weird full whole entire entirety next fight battle combat order plan damn hell order start line lines lot bit sense look size shape color smell noise noises base tip far near opposite surrounding sky sun moon wind water
space spot place places part parts piece pieces matter case effect ability power magic blood flesh skin stone stones rock rocks wood metal glass dust smoke force energy rage pain fear creature's darkness others everyone everything anything something nothing city's bed chair table desk window windows stairs stair steps step`.split(
    /\s+/,
  ),
);
const ENDS_NOUN =
  /^(is|are|was|were|has|have|and|or|that|which|who|in|into|on|at|of|to|from|with|as|for|by|begins?|starts?|comes?|goes|there|up|down|out|off|over|but|while|where|through|around|looks?|seems?|appears?)$/;

function nounsOf(sentence: Sentence): string[] {
  const { words } = sentence;
  return words.flatMap((word, at) => {
    if (!/^\p{Ll}{4,}$/u.test(word.raw) || COMMON_NOUNS.has(word.lower) || at === 0) return [];
    const before = words[at - 1]!;
    const determined =
      /^(the|a|an|this)$/.test(before.lower) || /^(the|a|an|this)$/.test(words[at - 2]?.lower ?? '');
    const next = words[at + 1];
    if (!determined || !word.joined || (next?.joined && !ENDS_NOUN.test(next.lower))) return [];
    return /(ing|ly|ed|est)$/.test(word.lower) || isThird(word.lower) || FUNCTION_WORDS.has(word.lower)
      ? []
      : [word.lower];
  });
}

const nounCounts = new WeakMap<Prepared, Map<string, number>>();

function countNouns(prepared: Prepared): Map<string, number> {
  const earlier = nounCounts.get(prepared);
  if (earlier) return earlier;
  const counts = new Map<string, number>();
  for (const sentence of prepared.speech.sentences)
    if (sentence.speakerId === prepared.zones.gameMasterId && !sentence.inSpeech)
      for (const noun of nounsOf(sentence)) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  nounCounts.set(prepared, counts);
  return counts;
}

function topicOf(prepared: Prepared, topics: Map<string, number>, length: number): string | null {
  if (length === 0) return null;
  const all = countNouns(prepared);
  const found = [...topics]
    .filter(([noun, count]) => count >= LEAST_TOPIC && count >= (all.get(noun) ?? count) * LEAST_TOPIC_SHARE)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))[0];
  return found ? found[0] : null;
}

/** "Alfield: fight", "The sewer", "Bryce and Durmas"; otherwise "Scene 4". Foes are not named: few tables say clearly who they are. */
export function titleOf(setting: Setting, number: number, english: boolean): string {
  const where =
    setting.place?.name ?? (setting.noun && setting.isReached && english ? `The ${setting.noun}` : null);
  const who = enumerate(
    setting.people.map((name) => name.name),
    english,
  );
  const fight = setting.fight && english ? 'fight' : null;
  if (where && fight) return `${where}: ${fight}`;
  // Not the place and the people: a scene may begin in one place and introduce a person in the next.
  const title = where ?? fight ?? (who || (setting.topic && english ? `The ${setting.topic}` : null));
  if (!title) return english ? `Scene ${number}` : `${number}`;
  return capital(title);
}

/** A title for a stretch that another engine writes, and where it takes place. */
export function sceneTitle(prepared: Prepared, stretch: Stretch): { title: string; location: string | null } {
  const setting = settingOf(prepared, stretch);
  const number = prepared.scenes.findIndex((scene) => scene.to > stretch.from) + 1;
  return {
    title: titleOf(setting, Math.max(1, number), isEnglish(prepared)),
    location: setting.place?.name ?? null,
  };
}

/** The title of a session: where the party is most, and whom it meets. */
export function sessionTitle(prepared: Prepared): string | null {
  const named = strangers(prepared).filter(({ index }) => prepared.presence[index]!.standing === 'met');
  const there = (index: number) => prepared.presence[index]!.there.length;
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
