import { normalized } from '#contract/normalized.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { CampaignKnowledge } from '../port.ts';

export interface CastMember {
  speakerId: string;
  character: string;
  /** The label of the voice is the character's name. */
  isVoiced?: boolean;
  sentence: number | null;
  votes: number;
}

const folded = (name: string): string =>
  normalized(name, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

/** "Isolde (Ann)", "Isolde / Ann" and "Ann as Isolde" name two. */
const namesIn = (label: string): string[] => [
  folded(label),
  ...normalized(label, 'NFKC')
    .split(/[()[\]/|]| as | - /u)
    .map(folded)
    .filter(Boolean),
];

const firstWord = (name: string): string => folded(name).split(/\s+/)[0] ?? '';

/** The character after whom a voice is named: by a whole name, or by the first name of one character. */
function voicedBy(label: string, { playerCharacters }: CampaignKnowledge): string | null {
  const said = namesIn(label);
  const called = playerCharacters.find(({ name, aliases }) =>
    [name, ...aliases].some((each) => said.includes(folded(each))),
  );
  if (called !== undefined) return called.name;
  const players = new Set(
    playerCharacters.flatMap(({ playedBy }) => (playedBy === null ? [] : [firstWord(playedBy)])),
  );
  const first = playerCharacters.filter(
    ({ name }) => said.includes(firstWord(name)) && !players.has(firstWord(name)),
  );
  return first.length === 1 && first[0] !== undefined ? first[0].name : null;
}

/** The campaign's cast, matched to the transcript's speakers by name. A character's name goes before a player's. */
export function knownCast(transcript: TranscriptDocument, campaign: CampaignKnowledge): CastMember[] {
  return transcript.speakers.flatMap(({ id, label }) => {
    const voiced = voicedBy(label, campaign);
    const said = folded(label);
    const played = campaign.playerCharacters.find(
      ({ playedBy }) => playedBy !== null && (folded(playedBy) === said || firstWord(playedBy) === said),
    );
    const character = voiced ?? played?.name;
    const isVoiced = voiced !== null;
    return character === undefined ? [] : [{ speakerId: id, character, isVoiced, sentence: null, votes: 0 }];
  });
}

const GENERIC =
  /^(?:unknown|speaker|player|guest|narrator|everyone|all|game|master|dungeon|host|voice|person|participant|keeper)$/;

/** Words of the names of those at the table, which are not the story's: labels and players, less the characters' names. */
export function tableWords(transcript: TranscriptDocument, campaign: CampaignKnowledge): Set<string> {
  const wordsOf = (name: string) => folded(name).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const characters = new Set(
    campaign.playerCharacters.flatMap(({ name, aliases }) => [name, ...aliases].flatMap(wordsOf)),
  );
  const people = [
    ...transcript.speakers.map(({ label }) => label),
    ...campaign.playerCharacters.flatMap(({ playedBy }) => playedBy ?? []),
  ];
  return new Set(people.flatMap(wordsOf).filter((word) => !characters.has(word) && !GENERIC.test(word)));
}
