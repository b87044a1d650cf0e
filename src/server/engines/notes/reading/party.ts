import type { CampaignKnowledge } from '../port.ts';
import type { CastMember } from './cast.ts';
import type { Mention, Name, Names } from './names.ts';
import type { Sentence, Speech } from './text.ts';
import { isThird, PERSON_TITLES } from './vocabulary.ts';
import type { Zones } from './zones.ts';

export interface Party {
  members: Map<number, number>;
  guessed: boolean;
  /** Addressed like characters, but perhaps not played, so not listed. */
  unsure: Set<number>;
  /** Perhaps played: listed only if the game master narrates them as other people. */
  doubtful: Set<number>;
  voices: Map<string, number>;
  guesses: CastMember[];
}

const OPENERS = new Set(
  'and so okay ok all right alright now then well but yes yeah meanwhile also cool great perfect go ahead'.split(
    ' ',
  ),
);
const TURN_AFTER = /^(you're|you|on|roll|make|go|what|it's|your)$/;
const PLACE_BEFORE = /^(in|at|into|of|the|a|an)$/;
const MOST_CALLS = 12;
const LEAST_SCORE = 4.4;
const LEAST_SCORE_WITHOUT_CALL = 4.9;
const MOST_FOR_VOCATIVES = 3.5;
const DOUBTFUL_SCORE = 2.5;

interface Tally {
  calls: number;
  tenths: Set<number>;
  voices: Set<string>;
  vocatives: number;
  spokenFor: number;
  placed: number;
  votes: Map<string, { votes: number; sentence: number }>;
}

/** Whether commas or the end of the sentence set the name apart: "Torvin, you …", "What do you do, Wren?" */
export function isVocative(sentence: Sentence, { at, length }: Mention): boolean {
  const { words } = sentence;
  const next = words[at + length];
  const own = words[at + length - 1]!;
  if (/['’]s$/.test(own.raw)) return false;
  const opens =
    words.slice(0, at).every((word) => OPENERS.has(word.lower)) ||
    words[at]!.afterComma ||
    !words[at]!.joined;
  const closes = next === undefined || !next.joined;
  return opens && closes && (at > 0 || next !== undefined || sentence.words.length === 1);
}

const saysYou = (sentence: Sentence | undefined): boolean =>
  sentence?.words.some((word) => /^you('|r$|rs|$)/.test(word.lower)) ?? false;

/** Finds the played characters and their voices. The campaign's own list always wins. */
export function findParty(
  speech: Speech,
  { zones, gameMasterId }: Zones,
  names: Names,
  campaign: CampaignKnowledge,
  known: CastMember[],
): Party {
  const party: Party = {
    members: new Map(),
    guessed: false,
    unsure: new Set(),
    doubtful: new Set(),
    voices: new Map(),
    guesses: [],
  };
  const byText = new Map(names.all.map((name, index) => [name.name.toLowerCase(), index]));
  for (const character of campaign.playerCharacters) {
    const called = [character.name, ...character.aliases];
    const own = byText.get(character.name.toLowerCase());
    const found = names.all.flatMap((name, index) => (isCalled(name, called) ? [index] : []));
    const member = own ?? found[0];
    if (member !== undefined) for (const index of [member, ...found]) party.members.set(index, member);
  }
  for (const member of known) {
    const index = byText.get(member.character.toLowerCase());
    if (index !== undefined) party.voices.set(member.speakerId, index);
  }
  if (gameMasterId === null) return party;
  const tallies = names.all.map((name, index) =>
    campaign.playerCharacters.length > 0 && !party.members.has(index)
      ? null
      : tally(speech, zones, gameMasterId, name),
  );
  if (campaign.playerCharacters.length === 0) guessMembers(speech, gameMasterId, names, tallies, party);
  guessVoices(names, tallies, party);
  return party;
}

function tally(speech: Speech, zones: Zones['zones'], gameMasterId: string, name: Name): Tally {
  const found: Tally = {
    calls: 0,
    tenths: new Set(),
    voices: new Set(),
    vocatives: 0,
    spokenFor: 0,
    placed: 0,
    votes: new Map(),
  };
  const vote = (speakerId: string | null | undefined, votes: number, sentence: number) => {
    if (!speakerId || speakerId === gameMasterId || votes <= 0) return;
    const earlier = found.votes.get(speakerId) ?? { votes: 0, sentence };
    earlier.votes += votes;
    found.votes.set(speakerId, earlier);
  };
  for (const mention of name.mentions) {
    const sentence = speech.sentences[mention.sentence]!;
    const { words, speakerId, text } = sentence;
    const turn = speech.turns[sentence.turn]!;
    const before = words[mention.at - 1];
    const after = words[mention.at + mention.length];
    if (before?.lower !== undefined && words[mention.at]!.joined && PLACE_BEFORE.test(before.lower))
      found.placed += 1;
    if (speakerId !== null) found.voices.add(speakerId);
    const vocative = isVocative(sentence, mention);
    if (speakerId !== gameMasterId) {
      if (vocative) {
        found.vocatives += 1;
        const answers = speech.turns[turn.index + 1]?.speakerId;
        if (sentence.index >= turn.to - 2 && answers !== speakerId) vote(answers, 0.3, sentence.index);
      }
      if (speakerId === null) continue;
      if (before && /^(i'm|me)$/.test(before.lower) && words[mention.at]!.joined)
        vote(speakerId, before.lower === 'me' ? 0.4 : 1.5, sentence.index);
      if (
        mention.at === 0 &&
        after?.joined &&
        isThird(after.lower) &&
        !/['’]s$/.test(words[mention.length - 1]!.raw)
      )
        vote(speakerId, 0.35, sentence.index);
      continue;
    }
    if (zones[sentence.index] !== 'play') continue;
    const quoted = sentence.inSpeech || /["“”]/.test(text);
    if (quoted && after?.joined && isThird(after.lower)) found.spokenFor += 1;
    if (sentence.inSpeech) continue;
    const turnTalk =
      (after &&
        TURN_AFTER.test(after.lower) &&
        /\b(you're up|you are up|on deck|roll|make a|go ahead|what do you|what are you|your turn)\b/i.test(
          text,
        )) ||
      (/['’]s$/.test(words[mention.at + mention.length - 1]!.raw) && after?.lower === 'turn') ||
      (before?.lower === 'to' && /\bbrings us to\b/i.test(text));
    const next = sentence.index + 1 < turn.to ? speech.sentences[sentence.index + 1] : undefined;
    const addressed =
      vocative &&
      !/["“”]/.test(text) &&
      (saysYou(sentence) || saysYou(next) || /\?/.test(text) || words.length <= mention.length + 2);
    if (!turnTalk && !addressed) continue;
    found.calls += 1;
    found.tenths.add(Math.floor((sentence.index * 10) / speech.sentences.length));
    const last = sentence.index >= turn.to - 2;
    const replies = speech.turns[turn.index + 1]?.speakerId;
    const spoke = speech.turns[turn.index - 1]?.speakerId;
    if (last) vote(replies, words.length <= 14 ? 1 : 0.8, sentence.index);
    if (sentence.index <= turn.from + 1) vote(spoke, 0.5, sentence.index);
  }
  return found;
}

function guessMembers(
  speech: Speech,
  gameMasterId: string,
  names: Names,
  tallies: (Tally | null)[],
  party: Party,
): void {
  const words = new Map<string, number>();
  for (const turn of speech.turns)
    if (turn.speakerId !== null && turn.speakerId !== gameMasterId)
      words.set(turn.speakerId, (words.get(turn.speakerId) ?? 0) + turn.wordCount);
  const most = [...words.values()].filter((count) => count > speech.wordCount * 0.004).length + 1;
  const scale = speech.wordCount < 4000 ? 0.55 : 1;
  const scored = names.all.flatMap((name, index) => {
    const found = tallies[index]!;
    if (name.stated !== null && name.stated !== 'person') return [];
    if (name.known || / (of|the) /i.test(name.name)) return [];
    const score =
      Math.min(found.calls, MOST_CALLS) +
      0.55 * Math.max(0, found.tenths.size - 3) +
      0.35 * Math.min(found.voices.size, 6) +
      Math.min(MOST_FOR_VOCATIVES, 0.3 * found.vocatives) -
      1.1 * Math.min(6, found.spokenFor) -
      (found.placed > name.count * 0.25 ? 2.5 : 0) +
      (found.votes.size > 0 ? 0.6 : 0);
    return [{ index, found, score }];
  });
  const kept = scored
    .filter(({ score, found }) => score >= scale * (found.calls > 0 ? LEAST_SCORE : LEAST_SCORE_WITHOUT_CALL))
    .sort((a, b) => b.score - a.score || a.index - b.index);
  for (const { index } of kept) {
    const owner = [...new Set(party.members.values())].find((each) =>
      sameByPrefix(names.all[each]!.name, names.all[index]!.name),
    );
    if (owner !== undefined) party.members.set(index, owner);
    else if (new Set(party.members.values()).size < most) party.members.set(index, index);
    else party.unsure.add(index);
  }
  for (const { index, found, score } of scored) {
    if (party.members.has(index)) continue;
    const owner = [...new Set(party.members.values())].find((each) =>
      sameByPrefix(names.all[each]!.name, names.all[index]!.name),
    );
    if (owner !== undefined) party.members.set(index, owner);
    else if (found.calls >= 2 && found.spokenFor < 3) party.unsure.add(index);
    else if (found.spokenFor === 0 && (score >= DOUBTFUL_SCORE || found.calls >= 1 || found.vocatives >= 4))
      party.doubtful.add(index);
  }
  party.guessed = party.members.size > 0;
  for (const member of new Set(party.members.values())) callAsTableDoes(speech, names, party, member);
}

function callAsTableDoes(speech: Speech, names: Names, party: Party, member: number): void {
  const forms = new Map<string, number>();
  for (const [index, owner] of party.members) {
    if (owner !== member) continue;
    for (const { sentence, at, length } of names.all[index]!.mentions) {
      const form = speech.sentences[sentence]!.words.slice(at, at + length)
        .map(({ raw }) => raw.replace(/['’]s?$/, ''))
        .join(' ');
      forms.set(form, (forms.get(form) ?? 0) + 1);
    }
  }
  const [most] = [...forms].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length);
  if (most) names.all[member]!.name = most[0];
}

function isCalled(name: Name, called: readonly string[]): boolean {
  if (called.some((each) => each.toLowerCase() === name.name.toLowerCase())) return true;
  if (name.known || (name.stated !== null && name.stated !== 'person')) return false;
  return called.some((each) => sameByPrefix(each, name.name));
}

/** "Beau" and "Beauregard", "Vex" and "Lady Vex'ahlia", "Percy" and "Percival". */
export function sameByPrefix(a: string, b: string): boolean {
  const [left, right] = [firstName(a), firstName(b)];
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length < 3) return false;
  if (long.startsWith(short)) return true;
  return short.length >= 5 && long.startsWith(short.slice(0, 4));
}

const firstName = (name: string): string => {
  const words = name.toLowerCase().split(/\s+/);
  return words.find((word) => !PERSON_TITLES.has(word)) ?? words[0]!;
};

const LEAST_VOTES = 1.6;
/** With fewer votes than this, more of them have to agree. */
const FEW_VOTES = 3;

function guessVoices(names: Names, tallies: (Tally | null)[], party: Party): void {
  const perName = new Map<number, number>();
  const votes = new Map<string, { name: number; speakerId: string; votes: number; sentence: number }>();
  for (const [index, member] of party.members) {
    for (const [speakerId, { votes: count, sentence }] of tallies[index]?.votes ?? []) {
      perName.set(member, (perName.get(member) ?? 0) + count);
      const key = `${member} ${speakerId}`;
      const earlier = votes.get(key);
      if (earlier) earlier.votes += count;
      else votes.set(key, { name: member, speakerId, votes: count, sentence });
    }
  }
  const share = (each: { name: number; votes: number }) => each.votes / (perName.get(each.name) ?? 1);
  const played = new Set(party.voices.values());
  for (const each of [...votes.values()].sort(
    (a, b) => b.votes * share(b) - a.votes * share(a) || a.sentence - b.sentence,
  )) {
    if (each.votes < LEAST_VOTES || share(each) < (each.votes < FEW_VOTES ? 0.4 : 0.3)) continue;
    if (party.voices.has(each.speakerId) || played.has(each.name)) continue;
    party.voices.set(each.speakerId, each.name);
    played.add(each.name);
    party.guesses.push({
      speakerId: each.speakerId,
      character: names.all[each.name]!.name,
      sentence: each.sentence,
      votes: Math.round(each.votes),
    });
  }
}
