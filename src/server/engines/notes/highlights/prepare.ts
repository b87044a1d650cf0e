import type { TranscriptDocument } from '#contract/transcript.ts';
import { breath } from '#server/platform/breath.ts';
import type { CampaignKnowledge } from '../port.ts';
import { type CastMember, guessCast, knownCast, shownLabel } from './cast.ts';
import { findNames, type Names } from './names.ts';
import { findScenes, type Stretch } from './scenes.ts';
import { readSpeech, type Speech } from './text.ts';
import { findZones, type Zones } from './zones.ts';

/** What both engines know of a session before writing, derived from the transcript alone. */
export interface Prepared {
  transcript: TranscriptDocument;
  campaign: CampaignKnowledge;
  speech: Speech;
  zones: Zones;
  scenes: Stretch[];
  names: Names;
  /** From the campaign; certain. */
  cast: CastMember[];
  /** Guessed; needs confirmation, never applied automatically. */
  guessedCast: CastMember[];
  /** Displayed speakers; null for the game master's narration and unknown voices. */
  labels: Map<string, string>;
}

/** Reads the transcript: speech, zones, names, scenes, cast. Linear time; yields between steps. */
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
  const characters = new Set(known.map((member) => member.character.toLowerCase()));
  const tableNames = new Set(
    [...labels.values(), ...campaign.playerCharacters.flatMap(({ playedBy }) => playedBy ?? [])]
      .flatMap((label) => label.toLowerCase().split(/\s+/))
      .filter((label) => ![...characters].some((name) => name.split(/\s+/).includes(label))),
  );
  const names = findNames(speech, zones.zones, campaign, tableNames);
  await step(0.7);
  const scenes = findScenes(speech, zones);
  await step(0.95);
  const guessed = guessCast(speech, zones, names).filter(
    (guess) =>
      !known.some((member) => member.speakerId === guess.speakerId || member.character === guess.character),
  );
  return { transcript, campaign, speech, zones, scenes, names, cast: known, guessedCast: guessed, labels };
}
