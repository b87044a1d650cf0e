import { asc, eq } from 'drizzle-orm';
import { readCastQuestion } from '#contract/cast-questions.ts';
import { keyOf } from '#contract/labels.ts';
import type { NameKind } from '#contract/names.ts';
import { hasText } from '#contract/place-in.ts';
import { type PrepLine, prepLimits } from '#contract/prep.ts';
import type { WorldThread } from '#contract/world.ts';
import { attendanceOf } from '#server/campaigns/attendance.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { wordsIn } from '#server/campaigns/story.ts';
import { breath, createBreathing } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { type Entry, type Index, indexOf } from './entries.ts';
import {
  addressed,
  closingIn,
  defines,
  type Excerpt,
  excerptsOf,
  isDoneAtOnce,
  isEndOfEvening,
  isForTomorrow,
  isOver,
  lastWordsIn,
  mayBeSettled,
  narrationIn,
  narratorOf,
  passageIn,
  plannedIn,
  SAYS_WHAT,
  sayingWhoOrWhere,
  saysGone,
  settledIn,
} from './said.ts';
import { isDuring, type PlayedResult, playedResult, type Sources, sourcesOf } from './sources.ts';
import { storyOf } from './story.ts';
import { isOpen, threadsOf } from './threads.ts';

const LAST_MINUTE_MS = 60_000;
const FEWEST_BEFORE = 15;
const FEWEST_AT_END = 8;
/** What was narrated before them is of a scene that is over. */
const LAST_PART_MS = 600_000;
/** Of the passages of an evening, by their rank. */
const HIGHEST = 4;
/** Who and where they go is of these. */
const LAST_MINUTES_MS = 300_000;
/** Of the lines of a session: before that it is a break. */
const CLOSES_AFTER = 0.9;
/** Questions after the game may be as long as the game. */
const ENDS_AFTER = 0.4;
/** Lines. */
const FURTHEST_BACK = 300;
/** Words, if the game master does not end the evening with it. */
const FEWEST_WITHOUT_END = 25;
/** Characters of two narrations. */
const LONGEST_TOGETHER = 700;
/** Of the end of the session before the last: what was asked for earlier is settled. */
const ASKED_WITHIN_MS = 3_600_000;
const ONE_SCENE_MS = 120_000;
const AT_ONCE_MS = 30_000;
const PLANNED_WITHIN_MS = 2_400_000;
/** Names of which a line is looked for. */
const CONSIDERED = 30;
/** Sessions whose requests may be open, and whose people may come back. */
const LATE = 2;
const pronounced =
  /pronounc|rhymes with|sounds like|ausgesprochen|aussprache|prononc|pronunci|\/[^\s/]+\/|\[[^\]]*[ˈːəɪɔʃθ][^\]]*\]/iu;
const toPronounce: ReadonlySet<NameKind> = new Set(['npc', 'location', 'faction', 'item', 'deity']);
/** So often the game master speaks to whom nobody calls a played character. */
const PLAYED = 2;
/** Worth of a line of somebody: a name in what somebody else does says nothing of them. */
const SAYS_SOMETHING = 2;
/** Of the lines with a name those of the game master: of what belongs to the players, and of enemies, they say more themselves. */
const LEAST_TOLD = 0.4;
/** Words of an excerpt. */
const LONG = 40;
const list = new Intl.ListFormat('en');
const blank = { key: '', name: '', note: '', silentFor: null };

/** All lines of the sheet for the next evening, made from the sessions as they are now. */
export async function prepOf(orm: Orm, campaignId: string): Promise<{ lines: PrepLine[]; sources: Sources }> {
  const sources = await sourcesOf(orm, campaignId);
  const index = await indexOf(sources);
  const threads = (await threadsOf(orm, index, sources)).filter(({ state }) => isOpen(state));
  const lines = await linesFrom(readerOf(orm, sources), { index, sources, threads });
  return { lines: [...lines, ...(await knownToSome(orm, campaignId, sources))], sources };
}

/** Of what was said and written: all but who was absent. */
async function linesFrom(
  read: Reader,
  { index, sources, threads }: Known & { threads: readonly WorldThread[] },
): Promise<PrepLine[]> {
  const guessed = guessedCharacters(sources);
  const played = new Set(guessed.flatMap((name) => index.find(name)?.key ?? []));
  const stopped = await stoppedAt(read, { index, sources });
  const shownIds = new Set(stopped.map(({ key }) => key));
  const settled = (await settledBy(read, sources)).filter(({ key }) => !shownIds.has(key));
  const met = await peopleOf(read, { index, sources, threads, played });
  const shown = new Set(met.map(({ key }) => key));
  const people = met.filter(({ text }) => text === '' || !stopped.some((each) => hasText(each.text, text)));
  const isNew = ({ text }: PrepLine) => text === '' || !people.some((person) => person.text === text);
  return [
    ...stopped,
    ...threadLines(threads),
    ...settled,
    ...(await plannedBy(read, { index, sources, played })).filter(
      ({ text }) => ![...stopped, ...settled].some((each) => hasText(unquoted(each.text), unquoted(text))),
    ),
    ...people,
    ...(await namesOf(read, { index, sources, shown })).filter(isNew),
  ];
}

const unquoted = (text: string): string => text.replace(/["“”]/gu, '');

interface SaidLine
  extends Pick<typeof segments.$inferSelect, 'id' | 'startMs' | 'endMs' | 'speakerId' | 'text'> {
  name: string;
}

/** Lines of transcripts in order, with the names of their voices: each transcript is read once. */
function readerOf(orm: Orm, { cast }: Sources) {
  const read = new Map<string, Promise<SaidLine[]>>();
  async function linesOf(sessionId: string, transcriptId: string): Promise<SaidLine[]> {
    const [transcript] = await orm
      .select({ speakers: transcripts.speakers })
      .from(transcripts)
      .where(eq(transcripts.id, transcriptId));
    if (transcript === undefined) return [];
    const labels = shownSpeakers(cast, sessionId, transcript.speakers);
    const nameOf = new Map(transcript.speakers.map(({ id }, at) => [id, labels[at]?.label ?? '']));
    const { id, startMs, endMs, speakerId, text } = segments;
    const rows = await orm
      .select({ id, startMs, endMs, speakerId, text })
      .from(segments)
      .where(eq(segments.transcriptId, transcriptId))
      .orderBy(asc(segments.ordinal));
    return rows.map((row) => ({ ...row, name: nameOf.get(row.speakerId ?? '') ?? '' }));
  }
  return (sessionId: string, transcriptId: string): Promise<SaidLine[]> => {
    const lines = read.get(transcriptId) ?? linesOf(sessionId, transcriptId);
    read.set(transcriptId, lines);
    return lines;
  };
}
export type Reader = ReturnType<typeof readerOf>;

/** The lines until the game master ends the evening, or else until the last chapter does. */
function endOf(all: readonly SaidLine[], played: PlayedResult) {
  const narrator = narratorOf(played);
  const isTold = ({ speakerId }: SaidLine) => narrator === null || speakerId === narrator;
  const after = (share: number, isClosing: (text: string) => boolean) =>
    all.findIndex((line, at) => at >= all.length * share && isTold(line) && isClosing(line.text));
  const surelyAt = after(ENDS_AFTER, isEndOfEvening);
  const closingAt = surelyAt < 0 ? after(CLOSES_AFTER, (text) => closingIn(text) !== null) : surelyAt;
  const endMs = played.evening?.chapters.at(-1)?.endMs ?? Number.MAX_SAFE_INTEGER;
  const lines = closingAt < 0 ? all.filter(({ startMs }) => startMs <= endMs) : all.slice(0, closingAt + 1);
  return { lines, closingAt, isTold };
}

/** Of all that a table names but what nobody knows what it is. */
const namesOfGame = ({ entries }: Index): string[] =>
  [...entries.values()]
    .filter(({ kind, isHidden }) => kind !== 'other' && !isHidden)
    .flatMap(({ forms }) => [...forms.values()].map(({ name }) => name));

/** How the last session ended: what was narrated last that says who or where, without talk at the table; else the last sentence of its notes. */
async function stoppedAt(read: Reader, { index, sources }: Known): Promise<PrepLine[]> {
  const last = sources.sessions.findLast(
    ({ results, sections }) => results.length > 0 || sections.length > 0,
  );
  if (last === undefined) return [];
  const played = playedResult(last);
  const all = played === undefined ? [] : await read(last.id, played.transcriptId);
  const inNotes = (): PrepLine[] => {
    const statement = storyOf(last).long.at(-1);
    const place = statement?.place ?? { sessionId: last.id, lineId: null, startMs: null };
    return statement === undefined ? [] : [{ ...blank, part: 'stopped', text: statement.text, place }];
  };
  if (played === undefined || all.length === 0) return inNotes();
  const { lines, closingAt, isTold } = endOf(all, played);
  const end = lines.at(-1)?.endMs ?? 0;
  const isClear = sayingWhoOrWhere(namesOfGame(index));
  const closing = lines[closingAt];
  const narrated = lines
    .slice(-FURTHEST_BACK)
    .filter((line) => isTold(line) && line !== closing)
    .map((line) => ({ ...line, text: narrationIn(line.text) }))
    .filter(({ text }) => text !== '');
  const isSaid = ({ text }: SaidLine) => wordsIn(text) >= FEWEST_BEFORE && isClear(text);
  const final =
    lastSaid(narrated, closing, isClear) ??
    narrated.findLast(
      (line) => isSaid(line) && wordsIn(line.text) >= FEWEST_WITHOUT_END && line.endMs >= end - LAST_PART_MS,
    );
  if (final === undefined) return inNotes();
  const shown = [...highlightsOf(played, lines, isClear).filter(({ id }) => id !== final.id), final];
  const minute = lines.find((line) => line.endMs >= end - LAST_MINUTE_MS);
  return shown
    .sort((one, other) => one.startMs - other.startMs)
    .map((line) => {
      const from = line === final && minute !== undefined && minute.startMs < line.startMs ? minute : line;
      return {
        ...blank,
        part: 'stopped',
        key: line.id,
        name: line.name,
        text: line.text,
        place: { sessionId: last.id, lineId: from.id, startMs: played.isMeasured ? from.startMs : null },
      };
    });
}

/** What of the last minutes is most worth reading, as the page without a model ranks it. */
function highlightsOf(
  { evening }: PlayedResult,
  lines: readonly SaidLine[],
  isClear: ReturnType<typeof sayingWhoOrWhere>,
): SaidLine[] {
  const narrator = narratorOf({ evening });
  const lineOfId = new Map(lines.map((line) => [line.id, line]));
  const from = (lines.at(-1)?.endMs ?? 0) - LAST_PART_MS;
  return (evening?.passages ?? [])
    .filter(({ speakerId, hidden, rank }) => speakerId === narrator && !hidden && rank < HIGHEST)
    .sort((one, other) => one.rank - other.rank)
    .flatMap(({ text, startMs, evidence }) => {
      const line = lineOfId.get(evidence.segmentIds[0] ?? '');
      const told = passageIn(text);
      return line === undefined ||
        line.startMs < from ||
        wordsIn(told) < FEWEST_BEFORE ||
        !isClear(told, true)
        ? []
        : { ...line, startMs, text: told };
    })
    .slice(0, prepLimits.stopped - 1);
}

/** What the game master said last, with what was narrated before it if it does not say of whom it is. */
function lastSaid(
  narrated: readonly SaidLine[],
  closing: SaidLine | undefined,
  isClear: ReturnType<typeof sayingWhoOrWhere>,
): SaidLine | undefined {
  const before = narrated.at(-1);
  const text = closing === undefined ? '' : lastWordsIn(beforeClosing(closing.text));
  if (closing === undefined || wordsIn(text) < FEWEST_AT_END) return undefined;
  if (wordsIn(text) >= FEWEST_BEFORE && isClear(text, true)) return { ...closing, text };
  if (before === undefined || closing.startMs - before.endMs > ONE_SCENE_MS) return undefined;
  const both = `${before.text} … ${text}`;
  return both.length <= LONGEST_TOGETHER && isClear(both) ? { ...before, text: both } : undefined;
}

/** What the game master says before they end the evening, with a mark if it is in the middle of a sentence. */
function beforeClosing(text: string): string {
  const before = text.slice(0, closingIn(text) ?? 0).trim();
  return before === '' || /[.!?"”]$/u.test(before) ? before : `${before.replace(/[,;]$/u, '')} …`;
}

/** What somebody asked for, offered or promised in the last sessions, the newest first. Nobody has settled whether it is still open. */
async function settledBy(read: Reader, sources: Sources): Promise<PrepLine[]> {
  const kept = new Set([...sources.threads.values()].map(({ edit }) => edit.kept?.lineId));
  const all: Described[] = [];
  for (const [age, session] of sources.sessions.toReversed().slice(0, LATE).entries()) {
    const played = playedResult(session);
    const narrator = played === undefined ? null : narratorOf(played);
    if (played === undefined || narrator === null) continue;
    const { chapters } = played.evening ?? { chapters: [] };
    const { lines } = endOf(await read(session.id, played.transcriptId), played);
    const endMs = lines.at(-1)?.endMs ?? 0;
    let later = Number.POSITIVE_INFINITY;
    let doneMs = Number.POSITIVE_INFINITY;
    let isNextDay = age > 0;
    const breathing = createBreathing();
    for (const { id, speakerId, startMs, name, text } of lines.toReversed()) {
      await breathing();
      if (speakerId !== narrator && isDoneAtOnce(text)) doneMs = startMs;
      isNextDay ||= speakerId === narrator && isOver(text);
      if (speakerId === narrator && doneMs - startMs < AT_ONCE_MS) continue;
      if (!mayBeSettled.test(text) || kept.has(id)) continue;
      if (speakerId === narrator && age > 0 && startMs < endMs - ASKED_WITHIN_MS) continue;
      const isPlay = isDuring(chapters, startMs);
      const found = isPlay ? settledIn(text, speakerId === narrator) : null;
      const settled = found !== null && isNextDay && isForTomorrow(found.text) ? null : found;
      // What is bargained over ends with the last offer.
      if (settled !== null && later - startMs > ONE_SCENE_MS) {
        later = startMs;
        all.push({
          ...blank,
          part: 'said',
          key: id,
          name,
          ...settled,
          place: { sessionId: session.id, lineId: id, startMs: played.isMeasured ? startMs : null },
        });
      }
    }
  }
  const best = [...all].sort((one, other) => other.worth - one.worth).slice(0, prepLimits.said);
  return all.filter((line) => best.includes(line)).map(({ worth: _, isThing: __, ...line }) => line);
}

/** What they said that they do next, and what else comes: the last of it. */
async function plannedBy(
  read: Reader,
  { index, sources, played: ofPlayers }: Known & { played: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const last = sources.sessions.findLast(({ results }) => results.length > 0);
  const played = last === undefined ? undefined : playedResult(last);
  const endMs = played?.evening?.chapters.at(-1)?.endMs ?? 0;
  if (last === undefined || played === undefined) return [];
  const goals = [...index.entries.values()]
    .filter(({ key, kind, isHidden }) => !isHidden && kind !== 'pc' && !ofPlayers.has(key))
    .flatMap(({ forms }) => [...forms.values()].map(({ name }) => name));
  const narrator = narratorOf(played);
  const lines = endOf(await read(last.id, played.transcriptId), played).lines.filter(
    ({ startMs }) => startMs >= endMs - PLANNED_WITHIN_MS && startMs <= endMs,
  );
  const overAt = lines.findLastIndex(
    ({ speakerId, text }) => (narrator === null || speakerId === narrator) && isOver(text),
  );
  return lines
    .slice(overAt + 1)
    .flatMap(({ id, speakerId, startMs, name, text }): PrepLine[] => {
      const isNamed = (sentence: string) =>
        startMs >= endMs - LAST_MINUTES_MS && goals.some((goal) => sentence.includes(goal));
      const plan = plannedIn(text, isNamed, speakerId === narrator);
      const place = { sessionId: last.id, lineId: id, startMs: played.isMeasured ? startMs : null };
      return plan === null ? [] : [{ ...blank, part: 'plan', key: id, name, text: plan, place }];
    })
    .slice(-prepLimits.plans);
}

/** The longest silent first: they are forgotten first. */
function threadLines(threads: readonly WorldThread[]): PrepLine[] {
  const lines = threads.map(
    ({ kind, key, text, opened, silentFor }): PrepLine => ({
      part: kind === 'promise' ? 'promise' : 'thread',
      key,
      name: '',
      text,
      note: '',
      place: opened,
      silentFor,
    }),
  );
  const inOrder = lines.sort((one, other) => (other.silentFor ?? 0) - (one.silentFor ?? 0));
  return (['thread', 'promise'] as const).flatMap((part) =>
    inOrder.filter((line) => line.part === part).slice(0, prepLimits.threads),
  );
}

/** Who is probably played: analyses ask about it, and nobody has said no. */
function guessedCharacters({ cast, sessions }: Sources): string[] {
  const no = new Set(cast.rejected.map(({ character }) => keyOf(character)));
  return sessions
    .flatMap(({ results }) => results)
    .flatMap(({ toConfirm }) => toConfirm)
    .flatMap(({ text }) => readCastQuestion(text)?.character ?? [])
    .filter((character) => !no.has(keyOf(character)));
}

interface Known {
  index: Index;
  sources: Sources;
}

const lateOf = ({ sessions }: Sources): string[] =>
  sessions
    .filter(({ results }) => results.length > 0)
    .slice(-LATE)
    .map(({ id }) => id);

/** Who is in an open thread, whom the game master noted something of, and who surely was there in the last session and is not dead; those of threads first. */
async function peopleOf(
  read: Reader,
  {
    index,
    sources,
    threads,
    played,
  }: Known & { threads: readonly WorldThread[]; played: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const ids = lateOf(sources);
  const late = new Set(ids);
  const met = new Set(
    sources.sessions
      .filter(({ id }) => id === ids.at(-1))
      .flatMap(({ results }) => results.flatMap(({ npcs }) => npcs))
      .filter(({ presence }) => presence !== 'spokenOf')
      .flatMap(({ name }) => index.find(name)?.key ?? []),
  );
  const said = threads.map(({ text }) => text.toLowerCase());
  const isInThread = ({ forms }: Entry) =>
    [...forms.values()].some(({ name }) => said.some((text) => text.includes(name.toLowerCase())));
  const lateCount = ({ mentions }: Entry) => mentions.filter(({ sessionId }) => late.has(sessionId)).length;
  const chosen = [...index.entries.values()]
    .filter(({ key, kind, isHidden }) => kind === 'npc' && !isHidden && !played.has(key))
    .map((entry) => ({ entry, isOpen: isInThread(entry), count: lateCount(entry) }))
    .filter(
      ({ entry, isOpen: open, count }) => open || (count > 0 && (met.has(entry.key) || entry.note !== '')),
    )
    .sort((one, other) => Number(other.isOpen) - Number(one.isOpen) || other.count - one.count)
    .slice(0, CONSIDERED);
  const found: Described[] = [];
  for (const { entry, isOpen: open } of chosen) {
    await breath();
    const isSure = open || entry.note !== '';
    const line = await lineOf(read, sources, isSure ? -1 : SAYS_SOMETHING, entry);
    const saysEnough = wordsIn(line.text) >= FEWEST_BEFORE && line.isThing !== true && line.isSure;
    if (isSure || saysEnough) found.push({ ...line, part: 'person' });
  }
  return onceEach(found).slice(0, prepLimits.people);
}

type Described = PrepLine & Excerpt & { isSure?: boolean };

/** Of a person with two names, “Wren” and “Lady Wren”, the one of which more is said; no sentence twice. */
const onceEach = (lines: readonly Described[]): PrepLine[] =>
  lines
    .filter(
      ({ name, text, worth }, at) =>
        !lines.some((other, place) => {
          if (other === lines[at]) return false;
          const isBefore = other.worth > worth || (other.worth === worth && place < at);
          const isSame = ` ${other.name} `.includes(` ${name} `) || ` ${name} `.includes(` ${other.name} `);
          return isBefore && (isSame || (text !== '' && other.text === text));
        }),
    )
    .map(({ worth: _, isSure: __, ...line }) => line);

/** A name, and what was said of it that says most: the newest of such lines. */
async function lineOf(
  read: Reader,
  { sessions }: Sources,
  least: number,
  { key, name, note, mentions, forms }: Entry,
): Promise<Described> {
  const names = [...forms.values()].map((form) => form.name);
  const excerptIn = excerptsOf(names);
  const isAddressed = addressed(names);
  const isGone = saysGone(names);
  let [isDead, asked, told, heard] = [false, 0, 0, 0];
  const results = sessions.flatMap(({ results: each }) => each);
  // A name alone has a place, too: in a pinned copy it goes with its session.
  const last = mentions.at(-1);
  let best: Excerpt & Pick<PrepLine, 'place'> = {
    worth: -1,
    text: '',
    place:
      last === undefined ? null : { sessionId: last.sessionId, lineId: last.lineId, startMs: last.startMs },
  };
  const transcriptIds = new Set(mentions.toReversed().flatMap(({ transcriptId }) => transcriptId ?? []));
  for (const [age, transcriptId] of [...transcriptIds].slice(0, LATE).entries()) {
    const ofTranscript = mentions.filter((each) => each.transcriptId === transcriptId);
    const of = results.filter((each) => each.transcriptId === transcriptId);
    const narrator = of.map(narratorOf).find((voice) => voice !== null) ?? null;
    const lines = await read(ofTranscript[0]?.sessionId ?? '', transcriptId);
    const lineOfId = new Map(lines.map((line) => [line.id, line]));
    for (const { lineId, sessionId, startMs } of ofTranscript.toReversed()) {
      const line = lineOfId.get(lineId ?? '');
      if (line === undefined) continue;
      heard += 1;
      isDead ||= isGone(line.text);
      if (narrator !== null && line.speakerId !== narrator) continue;
      told += 1;
      asked += narrator !== null && isAddressed(line.text) ? 1 : 0;
      const excerpt = excerptIn(line.text);
      if (excerpt === null || excerpt.worth < (age === 0 ? least : SAYS_WHAT)) continue;
      const worth = excerpt.worth + Math.min(wordsIn(excerpt.text), LONG) / (LONG + 1);
      if (worth > best.worth) best = { ...excerpt, worth, place: { sessionId, lineId, startMs } };
    }
  }
  const isPlayed = least >= 0 && asked >= PLAYED;
  const isSure = !isDead && told >= heard * LEAST_TOLD;
  return { ...blank, part: 'name', key, name, note, ...best, ...(isPlayed ? { text: '' } : {}), isSure };
}

/** Names with a note on how to say them, and what the last session was the first to say. */
async function namesOf(
  read: Reader,
  { index, sources, shown }: Known & { shown: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const late = lateOf(sources);
  const last = late.at(-1) ?? '';
  const entries = [...index.entries.values()].filter(
    ({ kind, isHidden, key, note }) =>
      !isHidden && toPronounce.has(kind) && (!shown.has(key) || pronounced.test(note)),
  );
  const noted = entries.filter(({ note }) => pronounced.test(note));
  const isFresh = ({ kind, sessionIds }: Entry) =>
    kind !== 'npc' && sessionIds.has(last) && (sessionIds.size === 1 || late.length === 1);
  const fresh = entries.filter((entry) => !noted.includes(entry) && isFresh(entry));
  const chapters = sources.sessions
    .filter(({ id }) => id === last)
    .flatMap((session) => playedResult(session)?.evening?.chapters ?? []);
  const lines: Described[] = [];
  for (const entry of [...noted, ...fresh].slice(0, CONSIDERED)) {
    await breath();
    const line = await lineOf(read, sources, SAYS_WHAT, entry);
    // What is told before play begins is known.
    const isTold = defines(line.text) && isDuring(chapters, line.place?.startMs ?? 0);
    if (isTold || noted.includes(entry)) lines.push(line);
  }
  return onceEach(lines).slice(0, prepLimits.names);
}

/** Of sessions that some of the players missed: who was there, and what happened. */
async function knownToSome(orm: Orm, campaignId: string, { sessions, cast }: Sources): Promise<PrepLine[]> {
  const { players, present } = await attendanceOf(orm, campaignId, null, cast);
  const lines = sessions.flatMap((session): PrepLine[] => {
    const here = present.get(session.id);
    if (here === undefined) return [];
    const missing = players.filter(({ id }) => !here.has(id));
    const [statement] = storyOf(session).short;
    if (missing.length === 0 || statement === undefined) return [];
    const names = (some: typeof players) => list.format(some.map(({ character }) => character));
    return [
      {
        ...blank,
        part: 'knows',
        key: session.id,
        name: names(players.filter(({ id }) => here.has(id))),
        text: statement.text,
        note: names(missing),
        place: statement.place ?? { sessionId: session.id, lineId: null, startMs: null },
      },
    ];
  });
  return lines.slice(-prepLimits.knows).reverse();
}
