import type { TranscriptDocument } from '#contract/transcript.ts';
import { breath } from '#server/platform/breath.ts';
import type { CampaignKnowledge } from '../port.ts';
import { type CastMember, knownCast, shownLabel, tableWords } from './cast.ts';
import { type Fight, findFights } from './fights.ts';
import { findNames, type Names } from './names.ts';
import { findParty, type Party } from './party.ts';
import { findPresence, type Presence } from './presence.ts';
import { findScenes, type Stretch } from './scenes.ts';
import { readSpeech, type Speech } from './text.ts';
import { findZones, type Zones } from './zones.ts';

export type Pronoun = 'he' | 'she' | null;

export interface Prepared {
  transcript: TranscriptDocument;
  campaign: CampaignKnowledge;
  speech: Speech;
  zones: Zones;
  scenes: Stretch[];
  names: Names;
  presence: Presence[];
  party: Party;
  pronouns: Map<number, Pronoun>;
  fights: Fight[];
  fightAt: (sentence: number) => boolean;
  cast: CastMember[];
  /** Guessed; needs confirmation, never applied automatically. */
  guessedCast: CastMember[];
  labels: Map<string, string>;
  /** Words that the table says without a capital. */
  plainWords: ReadonlySet<string>;
}

/** Reads the transcript: speech, zones, names, party, presence, scenes, fights. Linear time; yields between steps. */
export async function prepare(
  transcript: TranscriptDocument,
  campaign: CampaignKnowledge,
  options: { signal?: AbortSignal; progress?: (fraction: number) => void } = {},
): Promise<Prepared> {
  const step = async (fraction: number) => {
    options.progress?.(fraction);
    await breath();
    options.signal?.throwIfAborted();
  };
  const speech = readSpeech(transcript);
  await step(0.3);
  const zones = findZones(speech, transcript);
  await step(0.4);
  const labels = new Map(transcript.speakers.map((speaker) => [speaker.id, shownLabel(speaker.label)]));
  const known = knownCast(transcript, campaign);
  const voiced = known.flatMap(({ character, speakerId, isVoiced }) => {
    const sentence = isVoiced ? speech.sentences.find((each) => each.speakerId === speakerId) : undefined;
    return sentence === undefined ? [] : [{ character, sentence: sentence.index }];
  });
  const names = findNames(speech, zones.zones, campaign, { table: tableWords(transcript, campaign), voiced });
  await step(0.6);
  const party = findParty(speech, zones, names, campaign, known);
  const presence = findPresence(speech, zones, names, party);
  await step(0.75);
  const scenes = findScenes(speech, zones);
  const fights = findFights(speech, zones, names, party);
  await step(0.95);
  const fighting = new Uint8Array(speech.sentences.length);
  for (const fight of fights) fighting.fill(1, fight.from, fight.to + 1);
  return {
    transcript,
    campaign,
    speech,
    zones,
    scenes,
    names,
    presence,
    party,
    pronouns: findPronouns(speech, names, party),
    fights,
    fightAt: (sentence) => fighting[sentence] === 1,
    cast: known,
    guessedCast: party.guesses,
    labels,
    plainWords: plainWordsOf(speech),
  };
}

function plainWordsOf({ sentences }: Speech): Set<string> {
  const plain = new Set<string>();
  for (const { words } of sentences) for (const { raw, lower } of words) if (raw === lower) plain.add(lower);
  return plain;
}

const FEWEST_PRONOUNS = 2;
const CLEAR_SHARE = 0.75;
const PRONOUN = /^(he|she|his|her|him|himself|herself|he's|she's)$/;

function findPronouns(speech: Speech, names: Names, party: Party): Map<number, Pronoun> {
  const counts = new Map<number, { he: number; she: number }>();
  for (const [index, member] of names.all.map((_, each) => [each, party.members.get(each) ?? each] as const))
    for (const mention of names.all[index]!.mentions) {
      const sentence = speech.sentences[mention.sentence]!;
      if (names.all[index]!.kind !== 'person' || party.voices.get(sentence.speakerId ?? '') === member)
        continue;
      const people = names.inSentence
        .get(mention.sentence)!
        .filter((each) => names.all[each]!.kind === 'person' || party.members.has(each));
      if (new Set(people.map((each) => party.members.get(each) ?? each)).size !== 1) continue;
      const next = speech.sentences[mention.sentence + 1];
      const follows =
        next && next.turn === sentence.turn && !names.inSentence.has(next.index)
          ? next.words.slice(0, 1)
          : [];
      const pronoun = [...sentence.words.slice(mention.at + mention.length), ...follows].find((word) =>
        PRONOUN.test(word.lower),
      )?.lower;
      if (!pronoun) continue;
      const count = counts.get(member) ?? { he: 0, she: 0 };
      count[/^(he|his|him|himself|he's)$/.test(pronoun) ? 'he' : 'she'] += 1;
      counts.set(member, count);
    }
  const pronouns = new Map<number, Pronoun>();
  for (const [member, { he, she }] of counts) {
    const most = Math.max(he, she);
    if (most >= FEWEST_PRONOUNS && most >= (he + she) * CLEAR_SHARE)
      pronouns.set(member, he > she ? 'he' : 'she');
  }
  return pronouns;
}

const SHORT_SESSION_WORDS = 6_000;

/** A session of few words has so little to choose from that its doubtful lines are shown, too. */
export const isShort = ({ speech }: Prepared): boolean => speech.wordCount < SHORT_SESSION_WORDS;
