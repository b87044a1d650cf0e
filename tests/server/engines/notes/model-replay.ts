import { existsSync, readFileSync } from 'node:fs';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { budgetOf } from '#server/engines/notes/endpoint/budget.ts';
import { beginningOf } from '#server/engines/notes/endpoint/chat.ts';
import type { Connection } from '#server/engines/notes/endpoint/connect.ts';
import { CHARACTERS_OF_TOKEN } from '#server/engines/notes/endpoint/transport.ts';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import { numberedIn as numbered, realTokens } from '#tests/support/chat-server.ts';

const folder = new URL('../../../../../shared/data/model-answers/', import.meta.url);

/** Answers that a capable reader gave to our prompts of one evening. They are not part of this repository. */
export const hasModelAnswers = existsSync(new URL('overview.json', folder));

interface Cited {
  text: string;
  ids: string[];
}

interface PartAnswer {
  events: Cited[];
  names: (Omit<Cited, 'text'> & { name: string; kind: string; description: string })[];
  [list: string]: unknown[];
}

interface SceneAnswer {
  title: string;
  location: string | null;
  account: Cited[];
}

export interface ModelAnswers {
  parts: PartAnswer[];
  scenes: SceneAnswer[];
  overview: { title: string; shortSummary: Cited[]; summary: Cited[]; previouslyOn: Cited[] };
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

export function readModelAnswers(): { transcript: TranscriptDocument; answers: ModelAnswers } {
  const transcript = importTranscript(readFileSync(new URL('transcript.txt', folder)));
  const parts = ['part-0001', 'part-0530', 'part-1023', 'part-1687'];
  return {
    transcript,
    answers: {
      parts: parts.map((name) => recordOf(read(`${name}.json`)).answer as PartAnswer),
      // Three are of another evening.
      scenes: (read('scenes.json') as SceneAnswer[]).filter(
        ({ title }) => !/Squalleater|Deck|Bolts/.test(title),
      ),
      overview: recordOf(read('overview.json')).answer as ModelAnswers['overview'],
    },
  };
}

export interface Replayed {
  connection: Connection;
  calls: { name: string; promptTokens: number; answerTokens: number; system: string; user: string }[];
}

/** Statements that an honest second look does not find borne out, if the turns that decide are beside them. */
export type Judge = (statement: string, turns: string) => 'yes' | 'no' | 'who';

/** Gives those answers to the prompts of today, reshaped: statements copy words of a turn, and writers cite events by number. */
export function replay(
  answers: ModelAnswers,
  contextTokens: number,
  textOf: (id: string) => string,
  {
    judge = () => 'yes',
    longCiting = false,
    isLong = false,
  }: { judge?: Judge; longCiting?: boolean; isLong?: boolean } = {},
): Replayed {
  const calls: Replayed['calls'] = [];
  const eventIds = new Map(
    answers.parts.flatMap(({ events }) => events.map(({ text, ids }) => [text, ids] as const)),
  );
  const numbersIn = (user: string) =>
    numbered(user, 'e').map(({ number, text }) => ({ number, ids: eventIds.get(text) ?? [] }));
  const citing = (sentences: readonly Cited[], events: ReturnType<typeof numbersIn>) =>
    sentences.flatMap(({ text, ids }) => {
      const cited = events
        .filter((event) => event.ids.some((id) => ids.includes(id)))
        .map(({ number }) => number);
      return cited.length > 0 ? [{ text, events: cited }] : [];
    });
  const answerTo: Record<string, (user: string) => unknown> = {
    part: (user) =>
      partAnswer(
        answers,
        new Set([...user.matchAll(/^\[(s\d+)\]/gm)].map(([, id = '']) => id)),
        textOf,
        longCiting,
        {
          names: askedIn(user, /the (\d+) that matter most/),
          characterMoments: askedIn(user, /up to (\d+) moments/),
        },
      ),
    closing: (user) => {
      const { title, shortSummary, summary, previouslyOn } = answers.overview;
      const events = numbersIn(user);
      return {
        ...orderOf(user),
        title,
        shortSummary: citing(shortSummary, events),
        // That prompt asked for one sentence of it; this one for four to eight.
        previouslyOn: citing([...previouslyOn, ...summary], events).slice(0, 6),
        stoppedAt: { text: answers.parts.at(-1)!.events.at(-1)!.text, events: [events.at(-1)!.number] },
      };
    },
    story: (user) => {
      const paragraphs = answers.scenes.map(({ title, location, account }) => ({
        heading: title,
        place: location,
        sentences: citing(account, numbersIn(user)),
      }));
      return { paragraphs: isLong ? paragraphs : shortened(paragraphs, askedIn(user, /about (\d+) words/)) };
    },
    look: (user) => ({
      checks: [...user.matchAll(/^c(\d+): (.*)\n((?:(?!c\d+: ).+\n)*)/gm)].map(
        ([, n, statement = '', turns = '']) => ({
          n: Number(n),
          holds: judge(statement, turns),
        }),
      ),
    }),
  };
  return {
    calls,
    connection: {
      chat: {
        ask: async ({ name, system, user, schema, room, used, cut }) => {
          const mostTokens = room?.most;
          const whole = JSON.stringify(answerTo[name]!(user));
          const written = whole.slice(0, (mostTokens ?? whole.length) * CHARACTERS_OF_TOKEN);
          room?.wrote(realTokens(written), true);
          if (written !== whole) cut?.('limit');
          const answer = JSON.parse(written === whole ? whole : (beginningOf(written) ?? '{}'));
          const [promptTokens, answerTokens] = [realTokens(system + user), realTokens(written)];
          calls.push({ name, promptTokens, answerTokens, system, user });
          used({ calls: 1, inputTokens: promptTokens, outputTokens: answerTokens, milliseconds: 0 });
          return schema.parse(answer);
        },
      },
      model: 'replay',
      budget: budgetOf(contextTokens),
      concurrency: 1,
    },
  };
}

/** The turns that have most of the statement's words, in the order of the session. */
function bestTurns({ text, ids }: Cited, most: number, textOf: (id: string) => string): string[] {
  const wanted = new Set(text.toLowerCase().split(/\W+/));
  const shared = (said: string) =>
    said
      .toLowerCase()
      .split(/\W+/)
      .filter((word) => wanted.has(word)).length;
  const best = new Set([...ids].sort((a, b) => shared(textOf(b)) - shared(textOf(a))).slice(0, most));
  return ids.filter((id) => best.has(id));
}

type Answered = Cited & { name?: string; description?: string };

function partAnswer(
  { parts }: ModelAnswers,
  shown: ReadonlySet<string>,
  textOf: (id: string) => string,
  longCiting: boolean,
  most: { names: number; characterMoments: number },
): unknown {
  const shaped = (list: string, item: Answered) => {
    const said = { ids: item.ids, text: item.text ?? `${item.name} ${item.description}` };
    const ids = longCiting ? item.ids : bestTurns(said, list === 'names' ? 1 : 2, textOf);
    const [best = ''] = bestTurns(said, 1, textOf);
    const words = textOf(best).split(/\s+/).slice(0, 4).join(' ');
    return list === 'events' ? { words, text: item.text, ids } : { ...item, ids };
  };
  return Object.fromEntries(
    Object.keys(parts[0]!).map((list) => {
      const items = parts
        .flatMap((part) => (part[list] ?? []) as Answered[])
        .filter(({ ids }) => shown.has(ids[0] ?? ''));
      const wanted = list === 'names' ? mostNamed(items, most.names, [...shown].map(textOf)) : items;
      const bound = list === 'characterMoments' ? most.characterMoments : wanted.length;
      return [list, wanted.slice(0, bound).map((item) => shaped(list, item))];
    }),
  );
}

/** Each name once, those that are said most. */
function mostNamed(names: readonly Answered[], most: number, turns: readonly string[]): Answered[] {
  const once = new Map<string, Answered>();
  for (const each of names) {
    const known = once.get(each.name ?? '');
    if ((known?.description ?? '').length <= (each.description ?? '').length) once.set(each.name ?? '', each);
  }
  const said = ({ name = '' }: Answered) => turns.filter((turn) => turn.includes(name)).length;
  const byWeight = [...once.values()].sort((a, b) => said(b) - said(a));
  // Other names of the same person are what the closing call has to see.
  const first = new Set(byWeight.slice(0, most));
  const isOther = ({ description = '' }: Answered) =>
    namesIn(description).some((name) => [...first].some((each) => each.name === name));
  const others = byWeight.filter((each) => !first.has(each) && isOther(each));
  const kept = new Set([...byWeight.slice(0, most - others.length), ...others]);
  return [...once.values()].filter((each) => kept.has(each));
}

interface Paragraph {
  heading: string | null;
  place: string | null;
  sentences: { text: string; events: number[] }[];
}

/** The story in about so many words: of each scene the first sentence, those that quote, and of the others as many as there is room for. */
function shortened(paragraphs: readonly Paragraph[], words: number): Paragraph[] {
  const wordsOf = (text: string) => text.split(/\s+/).length;
  const all = paragraphs.flatMap(({ sentences }) =>
    sentences.map(({ text }, at) => ({ text, isFirst: at === 0 })),
  );
  const isKept = ({ text, isFirst }: (typeof all)[number]) =>
    isFirst || text.includes('"') || text.includes('“');
  const count = (sentences: typeof all) => sentences.reduce((sum, { text }) => sum + wordsOf(text), 0);
  const others = all.filter((sentence) => !isKept(sentence));
  const share = (words - count(all.filter(isKept))) / Math.max(1, count(others));
  const kept = new Set(all.filter(isKept).map(({ text }) => text));
  let [seen, used] = [0, 0];
  for (const { text } of others) {
    seen += wordsOf(text);
    if (used + wordsOf(text) > seen * share) continue;
    used += wordsOf(text);
    kept.add(text);
  }
  return paragraphs.map((paragraph) => ({
    ...paragraph,
    sentences: paragraph.sentences.filter(({ text }) => kept.has(text)),
  }));
}

/** What a prompt asks for, as a number. */
function askedIn(user: string, asked: RegExp): number {
  const [, number] = asked.exec(user) ?? [];
  if (number === undefined) throw new Error(`The prompt does not ask for ${asked.source}.`);
  return Number(number);
}

/** What the lists of the prompt say by themselves: whose other name a name is, and the latest questions first. */
function orderOf(user: string) {
  const names = numbered(user, 'n').map(({ number, text }) => {
    const [, name = '', kind = '', description = ''] = /^(.*?) \((\w+)\): (.*)$/.exec(text) ?? [];
    return { number, name, kind, description };
  });
  const taken = new Set<number>();
  const groups = [];
  for (const own of names) {
    if (taken.has(own.number)) continue;
    const others = names.filter(
      (other) =>
        other !== own &&
        !taken.has(other.number) &&
        (namesIn(other.description).includes(own.name) || namesIn(own.description).includes(other.name)),
    );
    for (const { number } of [own, ...others]) taken.add(number);
    groups.push({ names: [own, ...others].map(({ number }) => number) });
  }
  const threads = numbered(user, 't').map(({ number }) => number);
  return {
    names: names.slice(0, 30).map(({ number }) => number),
    same: groups.filter(({ names: together }) => together.length > 1),
    met: names.filter(({ kind }) => kind === 'person').map(({ number }) => number),
    players: [],
    threads: threads.reverse(),
    answered: [],
    quests: [],
  };
}

/** "The stage name of Ann", "Ann, the queen": whose other name this is. */
const namesIn = (description: string): string[] =>
  description.split(' / ').flatMap((each) => {
    const [, of, first] =
      /^(?:the )?(?:(?:stage |real |other )?name of ([^,.;]+)|([^,.;]+), )/i.exec(each) ?? [];
    return of ?? first ?? [];
  });
