import {
  type Chapter,
  type Evening,
  type IndexedName,
  type Missing,
  mostTimes,
  type Passage as Shown,
} from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { eveningLengths } from '#contract/evening-lengths.ts';
import { LINKS, type Mention, type Name } from '../reading/names.ts';
import type { Prepared } from '../reading/prepare.ts';
import type { Salience } from '../reading/salience.ts';
import { evidenceOf, isByGameMaster } from '../reading/text.ts';
import { isEnglish, type Setting, settingOf } from '../reading/titles.ts';
import { OF_OUR_WORLD } from '../reading/vocabulary.ts';
import { chapterTitles } from './chapter-titles.ts';
import { isCutSpeech, saidBy } from './lines.ts';
import { choosePassages, type Passage } from './passages.ts';
import { findPointers } from './pointers.ts';
import { isMeeting } from './rules-talk.ts';
import { timelineOf } from './timeline.ts';

/** Of an evening's words: a share, and at least so many. */
const PAGE_WORDS = {
  brief: { share: 0.011, least: 100 },
  comprehensive: { share: 0.035, least: 300 },
};
const LONGER_READ = 3;
const MOST_OF_A_SESSION = 0.6;
const MOST_CHIPS = 6;
const LEAST_CERTAIN = 0.6;
const FEW_WORDS = 4000;
const FEW_TIMES = 4;
const LEAST_BY_GAME_MASTER = 0.15;
/** Said so often, and by so many voices, it is no joke, and no word that somebody wrote with a capital. */
const OFTEN = 8;
const MANY_VOICES = 3;

/** The page of an evening: passages word for word in chapters, and where in it names, fights and rolls are. */
export function eveningOf(prepared: Prepared, salience: Salience, detailLevel: DetailLevel): Evening {
  const { share, least } = PAGE_WORDS[detailLevel];
  const words = prepared.speech.wordCount;
  const budgetOf = (times: number) =>
    Math.min(
      words * MOST_OF_A_SESSION,
      times * Math.max(least, Math.min(eveningLengths[detailLevel].words, words * share)),
    );
  const page = choosePassages(prepared, salience, budgetOf(1));
  const more = page.length === 0 ? [] : choosePassages(prepared, salience, budgetOf(LONGER_READ), page);
  const ranked = [page, more].flatMap((passages) => [...passages].sort((a, b) => b.value - a.value));
  const rankOf = new Map(ranked.map((passage, rank) => [passage, rank]));
  const isOnPage = new Set(page);
  const settings = prepared.scenes.map((scene) => settingOf(prepared, scene));
  const missing = missingOf(prepared);
  return {
    chapters: chaptersOf(prepared, settings, missing.includes('gameMaster') ? null : salience),
    passages: [...page, ...more]
      .sort((a, b) => a.sentences[0]!.index - b.sentences[0]!.index)
      .map((passage) => shown(prepared, passage, rankOf.get(passage)!, isOnPage.has(passage))),
    pointers: findPointers(prepared, salience, detailLevel),
    names: namesOf(prepared, settings, detailLevel),
    timeline: timelineOf(prepared),
    missing,
  };
}

function shown(prepared: Prepared, passage: Passage, rank: number, isOnPage: boolean): Shown {
  const [first] = passage.sentences;
  return {
    id: `${prepared.transcript.segments[first!.firstSegment]!.id}.${first!.startAt}`,
    ...saidBy(prepared, passage.sentences, rank),
    ...(isCutSpeech(prepared, passage.sentences) ? { isSpeech: true } : {}),
    chapter: passage.chapter,
    shown: isOnPage ? 'page' : 'more',
    hidden: false,
  };
}

/** Without a salience nothing is quoted as a title. */
function chaptersOf(prepared: Prepared, settings: readonly Setting[], salience: Salience | null): Chapter[] {
  const titles = salience === null ? [] : chapterTitles(prepared, salience);
  return prepared.scenes.map((scene, at) => {
    const { place, people, named } = settings[at]!;
    const { sentences } = prepared.speech;
    const evidence = evidenceOf(prepared.transcript, sentences[scene.from]!, sentences[scene.to - 1]!);
    return {
      title: titles[at] ?? null,
      ownTitle: null,
      place: place?.name ?? null,
      names: [...people, ...named].slice(0, MOST_CHIPS).map(({ name }) => name),
      startMs: evidence.startMs,
      endMs: evidence.endMs,
      evidence,
    };
  });
}

/** Names of the story, those heard most first. */
function namesOf(prepared: Prepared, settings: readonly Setting[], detailLevel: DetailLevel): IndexedName[] {
  const { names, party, campaign, transcript, speech, cast } = prepared;
  const there = new Set(settings.flatMap(({ place, people }) => [...people, ...(place ? [place] : [])]));
  const played = new Set([
    ...campaign.playerCharacters.map(({ name }) => name),
    ...cast.map(({ character }) => character),
  ]);
  const fewest = speech.wordCount < FEW_WORDS ? 1 : 2;
  // Whether somebody is played may be unsure; that the name was said is not.
  return names.all
    .filter((_, index) => (party.members.get(index) ?? index) === index)
    .filter(({ known, count }) => (known ? count > 0 : count >= fewest))
    .filter((name) => name.known || isSurelyName(prepared, name))
    .sort((a, b) => b.count - a.count || a.sentences[0]! - b.sentences[0]!)
    .slice(0, eveningLengths[detailLevel].names)
    .map((name) => {
      const lines = [...new Set(name.sentences.map((at) => speech.sentences[at]!.firstSegment))].map(
        (at) => transcript.segments[at]!,
      );
      const heard = lines.slice(0, mostTimes);
      return {
        name: name.name,
        kind: name.kind,
        isPlayed: played.has(name.name),
        isThere: there.has(name),
        count: name.count,
        heard: { segmentIds: heard.map(({ id }) => id), startsMs: heard.map(({ startMs }) => startMs) },
      };
    });
}

/** "Traced", "Days Later": made of words that the table also uses in lower case, or with the ending of a verb; "Supper": of no story's own. */
function isSurelyName(prepared: Prepared, { name, certainty, stated, sentences, mentions }: Name): boolean {
  const { plainWords, speech, zones } = prepared;
  const words = name.toLowerCase().split(/\s+/);
  const [first = ''] = words;
  if (certainty < LEAST_CERTAIN || /(?:ed|ing|ly)$/.test(first)) return false;
  if (isEnglish(prepared) && OF_OUR_WORLD.test(name)) return false;
  const voices = new Set(sentences.map((at) => speech.sentences[at]!.speakerId));
  const isOften = sentences.length >= OFTEN;
  if (stated === null && !isOften && words.some((word) => plainWords.has(word) && !LINKS.has(word)))
    return false;
  // A capital at the beginning of a sentence says nothing.
  const isInside = ({ sentence, at }: Mention) => {
    const { joined, afterComma } = speech.sentences[sentence]!.words[at]!;
    return joined || afterComma;
  };
  if (!mentions.some(isInside)) return false;
  if (isOften && voices.size >= MANY_VOICES) return true;
  // What mostly players say is a joke, a film or a brand.
  const byGameMaster = sentences.filter((at) => isByGameMaster(speech.sentences[at]!, zones.gameMasterId));
  return (
    byGameMaster.length >=
    Math.max(1, sentences.length * (sentences.length > FEW_TIMES ? LEAST_BY_GAME_MASTER : 0.5))
  );
}

function missingOf(prepared: Prepared): Missing[] {
  const { speech, zones } = prepared;
  const voices = new Set(speech.turns.map(({ speakerId }) => speakerId));
  const missing: Missing[] = [];
  if (voices.size === 1 && voices.has(null)) missing.push('voices');
  else if (voices.size > 1 && zones.gameMasterId === null) missing.push('gameMaster');
  if (isMeeting(prepared)) missing.push('game');
  if (!isEnglish(prepared)) missing.push('language');
  return missing;
}
