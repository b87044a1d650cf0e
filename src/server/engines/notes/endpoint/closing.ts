import type { AnalysisResult, GlanceRow, Line, NamedItem } from '#contract/analysis-result.ts';
import { readQuestion } from '#contract/check-questions.ts';
import { present } from '#contract/unknown-values.ts';
import { keyOf } from '../reading/text.ts';
import { confirmations } from '../reading/world.ts';
import { described, type Gathered, type GatheredName, type GatheredQuest, inside } from './gather.ts';
import { closingPrompt, MOST_OF_NAME } from './prompts.ts';
import { Closed } from './schema.ts';
import { estimatedTokens } from './transport.ts';
import { eventClaims, eventsWithin, type Writer } from './writer.ts';

/** The lists of a session in the order of their weight, each thing once. */
export interface Settled {
  title: string | undefined;
  shortSummary: Line[];
  previouslyOn: Line[];
  stoppedAt: Line | null;
  party: GlanceRow['entries'];
  npcs: NamedItem[];
  locations: NamedItem[];
  items: NamedItem[];
  factions: NamedItem[];
  quests: AnalysisResult['quests'];
  openThreads: Line[];
  toConfirm: ReturnType<typeof confirmations>;
}

const MOST_EVENTS = 400;
/** The rest is for events. */
const SHARE_OF_LISTS = { names: 0.3, threads: 0.12, quests: 0.1 };
const TOKENS_OF_NUMBER = 6;
/** Of what may be written; the story and the second look come after it. */
const SHARE_OF_CLOSING = 0.3;

const nameText = ({ name, descriptions }: GatheredName): string =>
  name + descriptions.join(' / ').slice(0, MOST_OF_NAME);
const questText = ({ name, progress }: GatheredQuest): string => name + (progress.at(-1)?.text ?? '');

/** The first of a list that fit. */
function within<Item>(items: readonly Item[], textOf: (item: Item) => string, tokens: number): Item[] {
  let left = tokens;
  return items.filter((item) => {
    left -= estimatedTokens(textOf(item)) + TOKENS_OF_NUMBER;
    return left >= 0;
  });
}

interface Group {
  name: GatheredName;
  others: GatheredName[];
  presence: NamedItem['presence'] | null;
  player: string | null;
}

/** One call puts the lists of all parts in order (saved as `closing`). If it fails, weight does. */
export async function settle(writer: Writer, gathered: Gathered): Promise<Settled> {
  const { request, prepared, ground, connection } = writer;
  const isBrief = request.detailLevel === 'brief';
  const { materialTokens } = connection.budget;
  const names = within(
    [...gathered.names].sort((a, b) => b.weight - a.weight),
    nameText,
    materialTokens * SHARE_OF_LISTS.names,
  );
  const threads = within(
    [...gathered.threads].reverse(),
    ({ text }) => text,
    materialTokens * SHARE_OF_LISTS.threads,
  ).reverse();
  const quests = within(gathered.quests, questText, materialTokens * SHARE_OF_LISTS.quests);
  const others = [...names.map(nameText), ...threads.map(({ text }) => text), ...quests.map(questText)].join(
    '\n',
  );
  const room = (share: number) =>
    eventsWithin(gathered.events, connection.budget, MOST_EVENTS, share, others);
  let events = room(1);
  const closed = await writer.ask(
    'closing',
    Closed,
    (share) => {
      events = room(share);
      return closingPrompt(request, prepared, connection.budget, {
        events,
        names,
        threads,
        quests: quests.map(({ name, status, progress }) => ({
          name,
          status,
          text: progress.at(-1)?.text ?? '',
        })),
      });
    },
    writer.left * SHARE_OF_CLOSING,
  );
  const told = (claims: Closed['shortSummary']) => ground.lines(eventClaims(claims, events));
  const groups = groupsOf(names, closed);
  const isParty = partyOf(writer);
  const [party, rest] = [groups.filter(isParty), groups.filter((group) => !isParty(group))];
  const ofKind = (...kinds: GatheredName['kind'][]) =>
    rest.filter(({ name }) => kinds.includes(name.kind)).map(itemOf);
  return {
    title: ground.title(closed?.title),
    shortSummary: told(closed?.shortSummary ?? []),
    previouslyOn: isBrief ? [] : told(closed?.previouslyOn ?? []),
    stoppedAt: told(closed?.stoppedAt ? [closed.stoppedAt] : [])[0] ?? null,
    party: party.map((group) => partyEntry(writer, group)),
    npcs: ofKind('person', 'pc'),
    locations: ofKind('location'),
    items: ofKind('item'),
    factions: ofKind('faction'),
    quests: questsOf(quests, closed),
    openThreads: threadsOf(threads, closed),
    toConfirm: unanswered(confirmations(prepared), groups),
  };
}

const at = <Item>(items: readonly Item[], numbers: readonly number[]): Item[] =>
  numbers.flatMap((number) => items[number - 1] ?? []);

/** Different kinds are never the same, whatever a model says. */
const canBeSame = (one: GatheredName, other: GatheredName): boolean => {
  const kind = ({ kind: own }: GatheredName) => (own === 'pc' ? 'person' : own);
  return kind(one) === kind(other) || one.kind === 'other' || other.kind === 'other';
};

function groupsOf(names: readonly GatheredName[], closed: Closed | null): Group[] {
  const met = new Set(at(names, closed?.met ?? []));
  const players = new Map(
    (closed?.players ?? []).flatMap(({ name, player }) => at(names, name).map((each) => [each, player])),
  );
  const same = (closed?.same ?? []).map((group) => at(names, group.names));
  const used = new Set<GatheredName>();
  return [...at(names, closed?.names ?? []), ...names].flatMap((named): Group[] => {
    if (used.has(named)) return [];
    const together = same.find((group) => group.includes(named)) ?? [];
    const name = together.find((each) => !used.has(each) && canBeSame(named, each)) ?? named;
    const others = [...new Set([...together, named])].filter(
      (each) => each !== name && !used.has(each) && canBeSame(name, each),
    );
    const all = [name, ...others];
    for (const each of all) used.add(each);
    const isMet = all.some((each) => met.has(each));
    const presence = met.size === 0 || name.kind !== 'person' ? null : isMet ? 'met' : 'spokenOf';
    const player = all.flatMap((each) => players.get(each) ?? [])[0] ?? null;
    return [{ name, others, presence, player }];
  });
}

function itemOf({ name, others, presence }: Group): NamedItem {
  const best = described([name, ...others]);
  const called = others
    .map((each) => each.name)
    .filter((each) => keyOf(each) !== keyOf(name.name) && !keyOf(best.description).includes(keyOf(each)));
  return {
    name: name.name,
    description:
      called.length === 0 ? best.description : `also ${called.join(', ')}; ${inside(best.description)}`,
    isNew: [name, ...others].every(({ isNew }) => isNew),
    ...(presence ? { presence } : {}),
    evidence: best.evidence,
  };
}

function partyOf({ request, prepared }: Writer): (group: Group) => boolean {
  const played = new Set(
    [
      ...request.campaign.playerCharacters.flatMap(({ name, aliases }) => [name, ...aliases]),
      ...prepared.cast.map(({ character }) => character),
    ].map(keyOf),
  );
  return ({ name, others }) =>
    name.kind === 'pc' || [name, ...others].some((each) => played.has(keyOf(each.name)));
}

function partyEntry(
  { request, prepared }: Writer,
  { name, others, player }: Group,
): GlanceRow['entries'][number] {
  const own = request.campaign.playerCharacters.find((each) =>
    [name, ...others].some((other) => keyOf(other.name) === keyOf(each.name)),
  );
  const labels = new Map([...prepared.labels.values()].map((label) => [keyOf(label), label]));
  const known = own?.playedBy ?? null;
  const by = known ?? (player === null ? null : (labels.get(keyOf(player)) ?? null));
  return {
    text: by === null ? name.name : `${name.name} (${by})`,
    guessed: known === null && by !== null,
    evidence: name.evidence,
  };
}

function questsOf(quests: readonly GatheredQuest[], closed: Closed | null): AnalysisResult['quests'] {
  const used = new Set<GatheredQuest>();
  const groups: GatheredQuest[] = [];
  for (const { same, status } of closed?.quests ?? []) {
    const members = at(quests, same).filter((quest) => !used.has(quest));
    for (const member of members) used.add(member);
    const [first] = members;
    const last = members.at(-1);
    if (first === undefined || last === undefined) continue;
    groups.push({
      name: first.name,
      status: status === 'unknown' ? last.status : status,
      progress: members.flatMap(({ progress }) => progress),
    });
  }
  return [...groups, ...quests.filter((quest) => !used.has(quest))].map((quest) => ({
    ...quest,
    evidence: present(quest.progress[0], 'line of the quest').evidence,
  }));
}

/** Without a model's order: the latest first, since the session answers early ones. */
function threadsOf(threads: readonly Line[], closed: Closed | null): Line[] {
  if (closed === null) return [...threads].reverse();
  const answered = new Set(at(threads, closed.answered));
  const ranked = at(threads, closed.threads);
  const isRanked = new Set(ranked);
  const unnamed = threads.filter((thread) => !isRanked.has(thread)).reverse();
  return [...new Set([...ranked, ...(ranked.length === 0 ? unnamed : [])])].filter(
    (thread) => !answered.has(thread),
  );
}

/** Without the questions that the model has answered: who plays whom, what a name is, which names are the same. */
function unanswered(
  questions: ReturnType<typeof confirmations>,
  groups: readonly Group[],
): ReturnType<typeof confirmations> {
  const groupOf = new Map(
    groups.flatMap((group) =>
      [group.name, ...group.others].map((each) => [keyOf(each.name), group] as const),
    ),
  );
  return questions.filter(({ text }) => {
    const { kind, about } = readQuestion(text);
    if (kind === 'cast') return !groupOf.get(keyOf(about[1] ?? ''))?.player;
    if (kind === 'name') return !about.every((name) => groupOf.has(keyOf(name)));
    const group = kind === 'nameKind' ? groupOf.get(keyOf(about[0] ?? '')) : undefined;
    return group === undefined || group.name.kind === 'other';
  });
}
