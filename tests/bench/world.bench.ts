import { emptyCast } from '#server/campaigns/cast-rules.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { type Entry, indexOf } from '#server/world/entries.ts';
import type { SourceSession } from '#server/world/sources.ts';
import { likelyPairs } from '#server/world/suggestions.ts';
import {
  hasSharedSessions,
  readSharedSession,
  SHARED_EPISODES,
  transcriptOf,
} from '#tests/support/sessions.ts';
import type { Figure } from './figure.ts';
import { engineNamed } from './notes/engines.ts';
import { accountOf } from './notes/score.ts';

const flat = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s\b/g, '')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()} `;
/** Names in people's notes that are no people or places of the game. */
const outside =
  /^(?:DM|Dungeon|Matt|Twitch|Critical|Role|Vox|Machina|I|The|Part|Day|After|Before|When|Once|As|In|At)$/u;

/** Capitals within sentences of people's notes, with how often: the words of the names they know. */
function namesOfPeople(text: string): Map<string, number> {
  const names = new Map<string, number>();
  for (const [found] of text.matchAll(/(?<=[a-z,;] )\p{Lu}[\p{L}'’]{2,}(?: \p{Lu}[\p{L}'’]{2,})*/gu)) {
    const name = flat(found).trim();
    if (!outside.test(found.split(' ')[0] ?? '')) names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

/** Six evenings of the corpus as one campaign, against people's own notes. */
export async function benchWorld(): Promise<Figure[]> {
  if (!hasSharedSessions) return [];
  const engine = engineNamed('highlights');
  const sessions: SourceSession[] = [];
  let account = '';
  const episodes = process.env.WORLD_EPISODES?.split(',') ?? SHARED_EPISODES;
  for (const episode of episodes) {
    const shared = readSharedSession(episode);
    account += ` ${accountOf(shared)}`;
    const result = await takeNotes(
      engine,
      {
        transcript: transcriptOf(shared.turns),
        detailLevel: 'comprehensive',
        language: null,
        campaign: noCampaign,
      },
      inMemoryStageContext({}),
    );
    const { npcs, locations, items, factions, openThreads, quests, decisions } = result;
    const evening = result.evening ?? null;
    const results = [
      {
        transcriptId: null,
        isMeasured: true,
        evening,
        npcs,
        locations,
        items,
        factions,
        openThreads,
        quests,
        decisions,
        scenes: [],
        lines: null,
        toConfirm: [],
      },
    ];
    sessions.push({
      id: episode,
      title: episode,
      playedAt: null,
      titles: new Map(),
      hasSound: false,
      results,
      sections: [],
    });
  }
  const started = performance.now();
  const { entries } = await indexOf({
    sessions,
    glossary: [],
    cast: { ...emptyCast, answered: new Set() },
    characters: [],
    edits: new Map(),
    threads: new Map(),
    dates: [],
  });
  const took = performance.now() - started;
  const all = [...entries.values()];
  const notes = flat(account);
  const isInNotes = ({ name }: Entry) =>
    notes.includes(flat(name)) ||
    flat(name)
      .trim()
      .split(' ')
      .some((word) => word.length > 3 && notes.includes(` ${word} `));
  const people = all.filter(({ kind }) => kind === 'npc' || kind === 'pc');
  const places = all.filter(({ kind }) => kind === 'location');
  const forms = all.map(({ name }) => flat(name));
  const known = [...namesOfPeople(account)].filter(([, count]) => count >= 3).map(([name]) => name);
  const isListed = (name: string) =>
    forms.some(
      (form) =>
        form.includes(` ${name} `) ||
        flat(name).includes(form) ||
        name.split(' ').some((word) => word.length > 3 && form.includes(` ${word} `)),
    );
  const pairs = await likelyPairs(all);
  if (process.env.WORLD_SHOW === '1') {
    console.log(
      'not in notes:',
      [...people, ...places]
        .filter((entry) => !isInNotes(entry))
        .map(({ name, kind, count }) => `${name} (${kind} ${count})`)
        .join(', '),
    );
    console.log('missing:', known.filter((name) => !isListed(name)).join(', '));
    for (const { from, into, because } of pairs)
      console.log(
        `merge ${from.name} (${from.kind} ${from.count}) > ${into.name} (${into.kind} ${into.count}): ${because}`,
      );
  }
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return [
    {
      name: 'people of the index that people’s notes name',
      value: share(people.filter(isInNotes).length, people.length),
      unit: `of ${people.length}`,
      peer: 'bar .60',
    },
    {
      name: 'places of the index that people’s notes name',
      value: share(places.filter(isInNotes).length, places.length),
      unit: `of ${places.length}`,
      peer: 'bar .60',
    },
    {
      name: 'names in people’s notes three times or more that the index has',
      value: share(known.filter(isListed).length, known.length),
      unit: `of ${known.length}`,
      peer: 'bar .60',
    },
    { name: 'merges proposed', value: pairs.length, unit: '', peer: '' },
    { name: 'index made of these sessions', value: took, unit: 'ms', peer: '' },
  ];
}
