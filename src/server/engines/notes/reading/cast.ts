import type { TranscriptDocument } from '#contract/transcript.ts';
import type { CampaignKnowledge } from '../port.ts';

export interface CastMember {
  speakerId: string;
  character: string;
  sentence: number | null;
  votes: number;
}

/** "MATT" → "Matt"; other labels stay unchanged. */
export function shownLabel(label: string): string {
  if (label.length <= 2 || label !== label.toUpperCase()) return label;
  return label
    .toLowerCase()
    .replace(/(^|[\s\-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** The campaign's cast, matched to the transcript's speakers by name. */
export function knownCast(transcript: TranscriptDocument, campaign: CampaignKnowledge): CastMember[] {
  const cast: CastMember[] = [];
  for (const speaker of transcript.speakers) {
    const label = speaker.label.toLowerCase();
    const character = campaign.playerCharacters.find(
      ({ name, playedBy, aliases }) =>
        [name, ...aliases].some((each) => each.toLowerCase() === label) ||
        (playedBy !== null &&
          (playedBy.toLowerCase() === label || playedBy.toLowerCase().split(/\s+/)[0] === label)),
    );
    if (character) cast.push({ speakerId: speaker.id, character: character.name, sentence: null, votes: 0 });
  }
  return cast;
}
