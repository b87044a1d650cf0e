import type { AnalysisResult, Evidence, Line, Moment } from '#contract/analysis-result.ts';
import type { NotesRequest } from '../port.ts';
import { quoteIn } from '../quotes.ts';
import type { Prepared } from '../reading/prepare.ts';
import { keyOf } from '../reading/text.ts';
import { turnsOfPlay } from './chunks.ts';
import type { Extracted } from './extract.ts';
import { flat, type Ground, together } from './ground.ts';
import { Found } from './schema.ts';

type Kind = Found['names'][number]['kind'];

export interface GatheredName {
  name: string;
  kind: Kind;
  description: string;
  /** What each part says of it. */
  descriptions: string[];
  isNew: boolean;
  evidence: Evidence;
  /** In how many parts it was found, and in how many events it is named. */
  weight: number;
}

export interface GatheredQuest {
  name: string;
  status: AnalysisResult['quests'][number]['status'];
  progress: Line[];
}

/** What all parts have, checked, in the order of the session; the same wording and the same name once. */
export interface Gathered {
  events: Line[];
  names: GatheredName[];
  quotes: Moment[];
  quests: GatheredQuest[];
  threads: Line[];
  decisions: Line[];
  characterMoments: AnalysisResult['characterMoments'];
  combats: AnalysisResult['combats'];
}

/** Gods and creatures, where a model has no word for their kind. */
const LIVING =
  /\b(god|goddess|deity|spirit|creature|beast|monster|dragon|demon|devil|fiend|undead|animal|bird|dog|cat|owl|horse|pet|familiar)\b/i;

export function gather(
  request: NotesRequest,
  prepared: Prepared,
  ground: Ground,
  extracted: Extracted,
): Gathered {
  const isPlay = turnsOfPlay(prepared);
  const parts = extracted.chunks.map(({ from, to, found }) => {
    const ids = request.transcript.segments.slice(from, to).map(({ id }) => id);
    const allowed = new Set(ids.filter((_, at) => isPlay[from + at]));
    return { found: inPlay(found, new Set(ids), allowed), allowed };
  });
  const all = <Item>(read: (found: Found, allowed: Set<string>) => Item[]): Item[] =>
    parts.flatMap(({ found, allowed }) => read(found, allowed));
  const supported = <Item extends { ids: string[] }, Made>(
    items: Item[],
    allowed: Set<string>,
    textOf: (item: Item) => string,
    make: (item: Item, evidence: Evidence) => Made,
    options: { shown?: (item: Item) => string; describes?: boolean } = {},
  ): Made[] =>
    items.flatMap((item) => {
      const { shown = textOf, describes = false } = options;
      const evidence = ground.verified({ text: flat(textOf(item)), ids: item.ids }, allowed, {
        shown: flat(shown(item)),
        describes,
      });
      return evidence === null ? [] : [make(item, evidence)];
    });
  const at = ({ evidence }: Line) => ground.index.indexOf(evidence.segmentIds[0] ?? '') ?? 0;
  const lines = (read: (found: Found) => Found['events'] | Found['decisions']) =>
    distinct(
      all((found, allowed) => ground.lines(read(found), allowed)),
      ({ text }) => text,
    );
  const events = lines(({ events: found }) => found).sort((a, b) => at(a) - at(b));
  return {
    events,
    names: namesOf(
      request,
      all((found, allowed) =>
        supported(
          found.names,
          allowed,
          ({ name, description }) => `a ${name}, ${inside(description)}`,
          (name, evidence) => ({ ...name, evidence }),
          { shown: ({ name, description }) => `${name}: ${description}`, describes: true },
        ),
      ),
      events,
    ),
    quotes: all(({ quotes }, allowed) =>
      quotes.flatMap((quote) => quotation(request, ground, quote, allowed)),
    ),
    quests: questsOf(
      all(({ quests }, allowed) =>
        supported(
          quests,
          allowed,
          ({ text }) => text,
          (quest, evidence) => ({ ...quest, line: { text: flat(quest.text), evidence } }),
        ),
      ),
    ),
    threads: lines(({ openThreads }) => openThreads),
    decisions: lines(({ decisions }) => decisions),
    characterMoments: all(({ characterMoments }, allowed) =>
      supported(
        characterMoments,
        allowed,
        ({ text }) => text,
        ({ character, text }, evidence) => ({ character: flat(character), text: flat(text), evidence }),
      ),
    ),
    combats: all(({ combats }, allowed) =>
      supported(
        combats,
        allowed,
        ({ title, description, outcome }) => [description || title, outcome].filter(Boolean).join(' '),
        ({ title, description, outcome }, evidence) => ({
          title: ground.title(title) ?? 'A fight',
          description: flat(description),
          outcome: outcome && flat(outcome),
          evidence,
        }),
      ),
    ),
  };
}

/** Without what stands only on the recap or on other turns that are not play: it is true, but no part of this session. */
function inPlay(found: Found, part: ReadonlySet<string>, allowed: ReadonlySet<string>): Found {
  const stays = ({ ids }: { ids: string[] }) =>
    ids.some((id) => allowed.has(id)) || !ids.some((id) => part.has(id));
  return Found.parse(
    Object.fromEntries(Object.entries(found).map(([list, items]) => [list, items.filter(stays)])),
  );
}

/** Its first word has a capital anyway, unless it is a name's owner: "Mira's brother". */
export const inside = (description: string): string =>
  /^\S+['’]s\b/.test(description) ? description : description.charAt(0).toLowerCase() + description.slice(1);

/** A quotation is found word for word, where it is cited or elsewhere in its part, or it is left out. */
function quotation(
  request: NotesRequest,
  ground: Ground,
  quote: Found['quotes'][number],
  allowed: ReadonlySet<string>,
): Moment[] {
  const text = flat(quote.text).replace(/^["“«„]+|["”“»]+$/g, '');
  const cited = ground.evidence({ text, words: text, ids: quote.ids }, allowed);
  const found = cited === null ? null : quoteIn(ground.index.text(cited), text);
  if (cited === null || found === null || ground.isAddressed(cited)) {
    ground.dropped += 1;
    return [];
  }
  const turns = cited.segmentIds.filter((id) => {
    const turn = ground.index.evidence([ground.index.indexOf(id) ?? 0]);
    return turn !== null && quoteIn(ground.index.text(turn), found.words) !== null;
  });
  const evidence =
    turns.length === 0
      ? cited
      : (ground.index.evidence(turns.flatMap((id) => ground.index.indexOf(id) ?? [])) ?? cited);
  const context = flat(quote.context);
  return [
    {
      description: found.exact ? text : found.words,
      isQuote: true,
      speaker: speakerOf(request, evidence, quote.speaker),
      context: ground.faultIn(`a ${context}`, evidence) === null ? context : '',
      evidence,
    },
  ];
}

/** The game master speaks for many; a player only for their own character. */
function speakerOf(
  { transcript, campaign }: NotesRequest,
  { segmentIds }: Evidence,
  said: string | null,
): string | null {
  const segment = transcript.segments.find(({ id }) => id === segmentIds[0]);
  const voice = transcript.speakers.find(({ id }) => id === segment?.speakerId);
  if (voice === undefined || said === null) return said;
  const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
  const playsFor = (name: string) =>
    campaign.playerCharacters.find((each) => same(each.name, name))?.playedBy;
  const other = transcript.speakers.find(({ label }) => same(label, playsFor(said) ?? said));
  if (other === undefined || other.id === voice.id || voice.role === 'gm') return said;
  return (
    campaign.playerCharacters.find(({ playedBy }) => playedBy !== null && same(playedBy, voice.label))
      ?.name ?? voice.label
  );
}

export function distinct<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(keyOf(textOf(item))).size);
}

/** Of who somebody is, and what they want. */
const MOST_WORDS_DESCRIBED = 30;
const LEAST_NEW = 0.5;

/** The longest description, with the longest that says mostly something else: parts describe what they hear. */
export function described(entries: readonly { description: string; evidence: Evidence }[]): {
  description: string;
  evidence: Evidence;
} {
  const [best, ...others] = entries.toSorted(
    (one, other) => other.description.length - one.description.length,
  );
  if (best === undefined) throw new Error('Nothing is described.');
  const wordsOf = (text: string) => keyOf(text).split(' ');
  const said = new Set(wordsOf(best.description));
  const more = others.find(({ description }) => {
    const words = wordsOf(description);
    const fresh = words.filter((word) => !said.has(word)).length;
    const isShort = said.size + words.length <= MOST_WORDS_DESCRIBED;
    return description.trim() !== '' && isShort && fresh >= words.length * LEAST_NEW;
  });
  if (more === undefined) return { description: flat(best.description), evidence: best.evidence };
  return {
    description: `${flat(best.description).replace(/[.;]$/, '')}; ${inside(flat(more.description))}`,
    evidence: together([best.evidence, more.evidence]) ?? best.evidence,
  };
}

/** Keeps what describes it with its evidence, the glossary's spelling, and the kind that most parts say. */
function namesOf(
  request: NotesRequest,
  found: readonly (Found['names'][number] & { evidence: Evidence })[],
  events: readonly Line[],
): GatheredName[] {
  const terms = new Map<string, string>();
  for (const { name, aliases } of request.campaign.earlier?.entries ?? [])
    for (const each of [...aliases, name]) terms.set(each.toLowerCase(), name);
  for (const { term, heardAs, aliases = [] } of request.campaign.names)
    for (const each of [...heardAs, ...aliases, term]) terms.set(each.toLowerCase(), term);
  const keyed = new Map<string, (typeof found)[number][]>();
  for (const entry of found) {
    const key = keyOf(terms.get(entry.name.toLowerCase()) ?? entry.name).replace(/^the /, '');
    keyed.set(key, [...(keyed.get(key) ?? []), entry]);
  }
  const told = events.map(({ text }) => ` ${keyOf(text)} `);
  return [...keyed].flatMap(([key, entries]) => {
    const [first] = entries;
    if (first === undefined) return [];
    const { description, evidence } = described(entries);
    const term = terms.get(first.name.toLowerCase());
    const kinds = entries.map((entry) =>
      entry.kind === 'other' && LIVING.test(entry.description) ? 'person' : entry.kind,
    );
    const known = kinds.filter((kind) => kind !== 'other');
    return [
      {
        name: term ?? flat(first.name),
        kind: mostOften(known.length > 0 ? known : kinds) ?? 'other',
        description,
        descriptions: distinct(entries, (entry) => entry.description).map((entry) => flat(entry.description)),
        isNew: term === undefined,
        evidence,
        weight: entries.length + told.filter((text) => text.includes(` ${key} `)).length,
      },
    ];
  });
}

function mostOften<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function questsOf(found: readonly (Found['quests'][number] & { line: Line })[]): GatheredQuest[] {
  const merged = new Map<string, GatheredQuest>();
  for (const { name, status, line } of found) {
    const quest = merged.get(keyOf(name)) ?? { name: flat(name), status: 'unknown', progress: [] };
    quest.progress.push(line);
    if (status !== 'unknown') quest.status = status;
    merged.set(keyOf(name), quest);
  }
  return [...merged.values()];
}
