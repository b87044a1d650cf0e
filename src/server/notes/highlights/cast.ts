import type { TranscriptDocument } from '#contract/transcript.ts';
import type { CampaignKnowledge } from '../port.ts';
import type { Names } from './names.ts';
import type { Speech } from './text.ts';
import type { Zones } from './zones.ts';

/** Who plays whom. */
export interface CastMember {
  speakerId: string;
  character: string;
  /** The sentence the guess first stands on; null where the campaign or the transcript itself tells. */
  sentence: number | null;
  votes: number;
}

/** "MATT" → "Matt"; a label that is not all capitals stays as it is. */
export function shownLabel(label: string): string {
  if (label.length <= 2 || label !== label.toUpperCase()) return label;
  return label
    .toLowerCase()
    .replace(/(^|[\s\-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** What the campaign knows of who plays whom, matched to the transcript's speakers by name. */
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

/** Guesses the cast: the game master names a character, and who answers plays it (design/engines.md, "Cast guess"). */
export function guessCast(speech: Speech, { zones, gameMasterId }: Zones, names: Names): CastMember[] {
  if (gameMasterId === null) return [];
  const votes = new Map<string, { name: number; speakerId: string; count: number; sentence: number }>();
  const perName = new Map<number, number>();
  for (const turn of speech.turns) {
    const answer = speech.turns[turn.index + 1];
    if (turn.speakerId !== gameMasterId || !answer?.speakerId || answer.speakerId === gameMasterId) continue;
    const last = speech.sentences[turn.to - 1]!;
    if (zones[last.index] !== 'play' || last.words.length > 14) continue;
    const named = names.inSentence.get(last.index) ?? [];
    if (named.length !== 1) continue;
    const name = names.all[named[0]!]!;
    if (name.kind !== 'person' && name.kind !== 'other') continue;
    const first = name.name.split(/\s+/)[0]!;
    const escaped = first.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (
      !new RegExp(
        `(^|[,.] *)(and |so |okay,? )?${escaped}\\b[^,.?!]{0,12}[,.?!]|,? ${escaped}[.?!]*$`,
        'i',
      ).test(last.text)
    )
      continue;
    const key = `${named[0]} ${answer.speakerId}`;
    const vote = votes.get(key) ?? {
      name: named[0]!,
      speakerId: answer.speakerId,
      count: 0,
      sentence: last.index,
    };
    vote.count += 1;
    votes.set(key, vote);
    perName.set(named[0]!, (perName.get(named[0]!) ?? 0) + 1);
  }
  const cast: CastMember[] = [];
  const spoken = new Set<string>();
  const played = new Set<number>();
  for (const vote of [...votes.values()].sort((a, b) => b.count - a.count || a.sentence - b.sentence)) {
    if (vote.count < 3 || vote.count < perName.get(vote.name)! * 0.5) continue;
    if (spoken.has(vote.speakerId) || played.has(vote.name)) continue;
    spoken.add(vote.speakerId);
    played.add(vote.name);
    cast.push({
      speakerId: vote.speakerId,
      character: names.all[vote.name]!.name,
      sentence: vote.sentence,
      votes: vote.count,
    });
  }
  return cast;
}
