import type { TranscriptDocument } from '#contract/transcript.ts';
import type { CampaignKnowledge } from '../port.ts';
import type { Names } from './names.ts';
import type { Speech } from './text.ts';
import type { Zones } from './zones.ts';

export interface CastMember {
  speakerId: string;
  character: string;
  /** The sentence that the guess is based on; null if the campaign or the transcript names the player. */
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

/**
 * Guesses the cast: the game master addresses a character, and the previous or next speaker plays it. A
 * speaker who often says a name is unlikely to play it.
 */
export function guessCast(speech: Speech, { zones, gameMasterId }: Zones, names: Names): CastMember[] {
  if (gameMasterId === null) return [];
  const votes = new Map<string, Vote>();
  const perName = new Map<number, number>();
  const vote = (name: number, speakerId: string | null | undefined, count: number, sentence: number) => {
    if (!speakerId || speakerId === gameMasterId) return;
    const key = `${name} ${speakerId}`;
    const earlier = votes.get(key) ?? { name, speakerId, count: 0, sentence };
    earlier.count += count;
    votes.set(key, earlier);
    perName.set(name, (perName.get(name) ?? 0) + count);
  };
  for (const turn of speech.turns) {
    if (turn.speakerId !== gameMasterId) continue;
    const before = speech.turns[turn.index - 1]?.speakerId;
    const after = speech.turns[turn.index + 1]?.speakerId;
    for (let at = turn.from; at < turn.to; at += 1) {
      const sentence = speech.sentences[at]!;
      const named = names.inSentence.get(at) ?? [];
      if (zones[at] !== 'play' || named.length !== 1) continue;
      const name = names.all[named[0]!]!;
      if (name.kind === 'location' || name.kind === 'item' || !speaksTo(name.name, sentence.text)) continue;
      const isLast = at === turn.to - 1;
      if (isLast) vote(named[0]!, after, sentence.words.length <= 14 ? 1 : 0.6, at);
      if (at === turn.from) vote(named[0]!, before, 0.3, at);
    }
  }
  return chooseCast([...votes.values()], perName, mentionRates(speech, names), names, speech.wordCount);
}

interface Vote {
  name: number;
  speakerId: string;
  count: number;
  sentence: number;
}

function chooseCast(
  votes: Vote[],
  perName: Map<number, number>,
  rate: (name: number, speakerId: string) => number,
  names: Names,
  wordCount: number,
): CastMember[] {
  const fewest = wordCount < 4000 ? 3 : 6;
  const cast: CastMember[] = [];
  const spoken = new Set<string>();
  const played = new Set<number>();
  for (const { name, speakerId, count, sentence } of votes.sort(
    (a, b) => b.count - a.count || a.sentence - b.sentence,
  )) {
    if (
      count < 1.6 ||
      names.all[name]!.count < fewest ||
      count < perName.get(name)! * 0.38 ||
      rate(name, speakerId) > 3
    )
      continue;
    if (spoken.has(speakerId) || played.has(name)) continue;
    spoken.add(speakerId);
    played.add(name);
    cast.push({ speakerId, character: names.all[name]!.name, sentence, votes: Math.round(count) });
  }
  return cast;
}

/** "Torvin, you …", "What do you do, Wren?" */
function speaksTo(name: string, text: string): boolean {
  const first = name.split(/\s+/)[0]!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(^|[.?!] )(and |so |okay,? |all right,? |then )?${first}\\b[^,.?!]{0,10}[,.?!]|,? ${first}[.?!]*$`,
    'i',
  ).test(text);
}

/** How often a speaker says a name, relative to the expected rate. */
function mentionRates(speech: Speech, names: Names): (name: number, speakerId: string) => number {
  const words = new Map<string, number>();
  const mentions = new Map<string, number>();
  for (const sentence of speech.sentences) {
    const speaker = sentence.speakerId ?? '';
    words.set(speaker, (words.get(speaker) ?? 0) + sentence.words.length);
    for (const name of names.inSentence.get(sentence.index) ?? []) {
      const key = `${name} ${speaker}`;
      mentions.set(key, (mentions.get(key) ?? 0) + 1);
    }
  }
  return (name, speakerId) => {
    const expected = (names.all[name]!.count * (words.get(speakerId) ?? 0)) / (speech.wordCount || 1);
    return (mentions.get(`${name} ${speakerId}`) ?? 0) / (expected || 1);
  };
}
