import { shownLabel } from '#contract/labels.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { breath } from '#server/platform/breath.ts';
import type { CampaignKnowledge } from '../port.ts';
import { restoreCapitals } from './capitals.ts';
import { type CastMember, knownCast, tableWords } from './cast.ts';
import { findNames, type Names } from './names.ts';
import { findParty, type Party } from './party.ts';
import { findPresence } from './presence.ts';
import { findScenes, type Stretch } from './scenes.ts';
import { readSpeech, type Speech, speaksEnglish } from './text.ts';
import { findZones, type Zones } from './zones.ts';

export interface Prepared {
  transcript: TranscriptDocument;
  campaign: CampaignKnowledge;
  speech: Speech;
  zones: Zones;
  scenes: Stretch[];
  names: Names;
  /** For each name the sentences that show it there; none if that is not sure. */
  presence: number[][];
  party: Party;
  cast: CastMember[];
  /** Guessed; needs confirmation, never applied automatically. */
  guessedCast: CastMember[];
  labels: Map<string, string>;
  /** Words that the table says without a capital. */
  plainWords: ReadonlySet<string>;
}

/** Reads the transcript: speech, zones, names, party, presence, scenes. Linear time; yields between steps. */
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
  if (!speech.hasCapitals && speaksEnglish(speech, transcript.language)) restoreCapitals(speech, campaign);
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
  await step(0.95);
  return {
    transcript,
    campaign,
    speech,
    zones,
    scenes,
    names,
    presence,
    party,
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
