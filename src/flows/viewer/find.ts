import { actionWords } from '../chart/chart-words.ts';
import { transitionSentence } from '../chart/state-rows.ts';
import type { Flow } from '../flow.ts';
import { present } from '../present.ts';
import { allStates, allTransitions } from '../transitions.ts';
import { capitalised, duration, pathWords, words } from '../words.ts';
import { approvalWords } from './approval.tsx';
import { outcomesIn } from './outcome-words.ts';
import type { ViewerData } from './viewer-data.ts';

export interface Entry {
  flow: Flow;
  kind: 'flow' | 'state' | 'transition' | 'outcome' | 'rule' | 'requirement' | 'script';
  state: string | null;
  title: string;
  text: string;
  show?: string;
  /** The id of a script. */
  script?: string;
  /** Of a flow: whether its chart is approved. */
  approval?: string | null | undefined;
  /** What else it is found by. */
  also: readonly string[];
  haystack: string;
}

function entry(
  flow: Flow,
  kind: Entry['kind'],
  state: string | null,
  title: string,
  text: string,
  more: readonly string[] = [],
): Entry {
  const said = [title, text, ...more].join(' ');
  const also = [...more, ...synonymsOf(flow, said)];
  return { flow, kind, state, title, text, also, haystack: searchable([title, text, ...also].join(' ')) };
}

function synonymsOf({ synonyms = {} }: Flow, said: string): string[] {
  const text = searchable(said);
  return Object.entries(synonyms)
    .filter(([word]) => new RegExp(atWordStart(stem(word.toLowerCase())), 'u').test(text))
    .flatMap(([, others]) => others);
}

function entriesOf(flow: Flow, { requirements, flows }: ViewerData): Entry[] {
  const [, ...states] = allStates(flow.machine);
  const data = flows[flow.name];
  const approval = data && approvalWords(data);
  const emitted = new Map<string, string[]>();
  for (const outcome of Object.values(flow.outcomes).flat()) {
    if (outcome.type === 'emits')
      emitted.set(outcome.event.type, [...(emitted.get(outcome.event.type) ?? []), outcome.name]);
  }
  const approved = approval ? [approval === 'approved' ? approval : 'unapproved'] : [];
  return [
    {
      ...entry(flow, 'flow', null, flow.title, flow.paragraph, [
        words(flow.name),
        ...Object.values(flow.next ?? {}),
        ...flow.requirements,
        ...approved,
      ]),
      approval,
    },
    ...states.map((node) =>
      entry(flow, 'state', node.path.join('.'), pathWords(node.path), node.description ?? '', [
        ...node.tags,
        ...node.invoke.map(({ src }) => words(String(src))),
      ]),
    ),
    ...allTransitions(flow.machine).map((transition) => {
      const { source, trigger } = transition;
      const type = trigger.kind === 'event' ? trigger.type : '';
      const delay = trigger.kind === 'delay' ? words(trigger.delay) : '';
      const cases = flow.events[type];
      const said = Array.isArray(cases) ? cases.map(({ name }) => name) : (emitted.get(type) ?? []);
      const meant = Object.entries(flow.guards ?? {}).flatMap(([name, meaning]) =>
        transition.guard?.match(/[\w$]+/g)?.includes(name) ? meaning : [],
      );
      const text = transitionSentence(transition);
      const does = actionWords(transition.actions, flow.words);
      return entry(
        flow,
        'transition',
        [...source.path, ...(source.parent ? [] : ['*'])].join('.'),
        pathWords(source.path),
        capitalised(text),
        [type, delay, ...said, ...meant, ...(does ? [`does: ${does}`] : [])],
      );
    }),
    ...states.flatMap((node) =>
      outcomesIn(flow, node).map((text) =>
        entry(flow, 'outcome', node.path.join('.'), pathWords(node.path), text),
      ),
    ),
    ...(flow.invariants ?? []).map(({ name, requirement = '' }) => ({
      ...entry(flow, 'rule', null, capitalised(name), requirement),
      show: name,
    })),
    ...flow.requirements.map((number) => ({
      ...entry(flow, 'requirement', null, number, requirements[number] ?? ''),
      show: number,
    })),
    ...(data?.scripts ?? [])
      .filter(({ isSmoke }) => isSmoke)
      .map(({ id }) => ({
        ...entry(flow, 'script', null, 'Smoke test', smokeWords, ['sanity', 'test case', 'test suite', 'QA']),
        script: id,
      })),
  ];
}

const smokeWords =
  'The main way, step by step: the one script of priority 1 to begin with. A regression test has all scripts, under “Paths”.';

export function searchEntries(data: ViewerData): Entry[] {
  return data.catalogue.flatMap((flow) => entriesOf(flow, data));
}

const fillers = new Set(
  (
    'a after an and are at be been by can come comes could do does during for from gets happen happens has have how i if in ' +
    'is it its much my of on or see sees so that the their then there they this to too user was what when where which ' +
    'while who why will with would you'
  ).split(' '),
);

const sameMeaning: readonly (readonly string[])[] = [
  ['network', 'internet', 'connection', 'offline', 'wifi'],
  ['gone', 'lost', 'lose', 'missing', 'away'],
  ['charge', 'pay', 'bill'],
  ['login', 'sign in'],
  ['register', 'sign up', 'signing up'],
  ['delete', 'remove'],
  ['phone', 'telephone', 'mobile'],
];

function stem(word: string): string {
  const bare = word.length < 5 ? word : word.replace(/(?:ing|ed|es|s)$/, '');
  return bare.length < 3 ? word : bare === word ? word : bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

const unitSizes: readonly (readonly [RegExp, milliseconds: number])[] = [
  [/^(?:ms|milli)/, 1],
  [/^s/, 1000],
  [/^mi?n?(?:ute)?s?$/, 60_000],
  [/^h/, 3_600_000],
  [/^d/, 86_400_000],
  [/^w/, 604_800_000],
];

const durationPattern =
  /(?<![\p{L}\p{N}])(\d+(?:[.,]\d+)?)[\s-]*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?)(?![\p{L}\p{N}])/gu;

const spelled = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const spelledPattern = new RegExp(`\\b(${spelled.join('|')}) (?=(?:hour|minute|second|day|week)s?\\b)`, 'g');

function durationsAsWords(text: string): string {
  return text
    .replace(/\bhalf an hour\b/g, '30 minutes')
    .replace(/\bquarter of an hour\b/g, '15 minutes')
    .replace(/\ban? (?=(?:hour|minute|second|day|week)\b)/g, 'one ')
    .replace(spelledPattern, (_, count: string) => `${spelled.indexOf(count)} `)
    .replace(durationPattern, (_, count: string, unit: string) => {
      const [, size] = present(
        unitSizes.find(([pattern]) => pattern.test(unit)),
        `unit ${unit}`,
      );
      return `time${Math.round(Number(count.replace(',', '.')) * size)}ms`;
    })
    .replace(/time\d+ms(?: time\d+ms)+/g, (parts) => {
      const sum = (parts.match(/\d+/g) ?? []).reduce((total, part) => total + Number(part), 0);
      return `time${sum}ms`;
    });
}

/** A time of `durationsAsWords` in words again. */
const asAsked = (word: string) =>
  word.replace(/^time(\d+)ms$/, (_, milliseconds: string) => duration(Number(milliseconds)));

const asksHowLong = /\bhow long\b/g;

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\be-mail/g, 'email')
    .replace(/\b(?:not (?:yet )?|changed since (?:it was )?)approved\b/g, 'unapproved')
    .replace(asksHowLong, ' ')
    .replace(/\bsign-(?=in|up)/g, 'sign ')
    .replace(/\blog(?:s|ged|ging)?[ -]in\b/g, 'login')
    .replace(/\btim(?:e|es|ed|ing)[ -]out\b/g, 'timeout');
}

function searchable(text: string): string {
  return `${plain(text)} ${durationsAsWords(plain(text))}`;
}

function wantedText(search: string): string {
  return durationsAsWords(plain(search));
}

function wantedWords(search: string): string[] {
  const all = wantedText(search).match(/[\p{L}\p{N}.]+/gu) ?? [];
  const trimmed = all.map((word) => word.replace(/^\.+|\.+$/g, '')).filter(Boolean);
  const telling = trimmed.filter((word) => !fillers.has(word));
  return [...new Set(telling.length > 0 ? telling : trimmed)];
}

const atWordStart = (text: string) => `(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;

function formsOf(word: string): string {
  const stemmed = stem(word);
  const others = sameMeaning.find((group) => group.some((one) => stem(one) === stemmed)) ?? [];
  // “erase” also means “erasing”.
  return [...new Set([stemmed, ...others.map(stem)])]
    .map((form) => (form.length > 4 ? atWordStart(form).replace(/e$/, '(?:e|ing)') : atWordStart(form)))
    .join('|');
}

const extremes = /\b(longest|shortest)\b/;
const allDelays = /^(?:time-?outs?|timeouts?|delays?|waits?)$/;

/** What happens after a delay, with the longest or the shortest first. */
function byDelay(entries: readonly Entry[], isLongest: boolean): Entry[] {
  const delays = entries.flatMap((one) => {
    const [, found] = /^After .*?→|^After .*/.test(one.text) ? (/time(\d+)ms/.exec(one.haystack) ?? []) : [];
    return one.kind === 'transition' && found !== undefined ? [{ one, delay: Number(found) }] : [];
  });
  return delays
    .toSorted((one, two) => (isLongest ? two.delay - one.delay : one.delay - two.delay))
    .map(({ one }) => one);
}

/** The most telling first, where the words were found in the same place. */
const kinds: readonly Entry['kind'][] = [
  'flow',
  'state',
  'transition',
  'outcome',
  'rule',
  'requirement',
  'script',
];

export interface Findings {
  hits: Entry[];
  /** Unless the best come first. */
  order?: string;
  missing: string[];
  marked: RegExp | null;
}

/** Ranks by number of search words, then exact phrases before words, and titles before texts. */
export function find(entries: readonly Entry[], search: string): Findings {
  const [, extreme] = extremes.exec(search.toLowerCase()) ?? [];
  if (extreme !== undefined) {
    const hits = byDelay(entries, extreme === 'longest');
    return { hits, order: `the ${extreme} first`, missing: [], marked: null };
  }
  const asked = search.trim().toLowerCase();
  const isForDelays = asked.search(asksHowLong) >= 0;
  const wanted = wantedWords(search);
  if (wanted.length === 0) {
    return { hits: isForDelays ? byDelay(entries, true) : [], missing: [], marked: null };
  }
  const patterns = wanted.map((word) => ({ word, pattern: new RegExp(formsOf(word), 'u') }));
  const saidIn = (text: string) => patterns.filter(({ pattern }) => pattern.test(searchable(text)));
  const scored = entries.map((one) => ({ one, said: saidIn(`${one.haystack} ${one.flow.title}`) }));
  const best = Math.max(0, ...scored.map(({ said }) => said.length));
  const found =
    best === 0 || best * 2 < wanted.length ? [] : scored.filter(({ said }) => said.length === best);
  const phrase = new RegExp(atWordStart(wantedText(search.trim().replace(/\s+/g, ' '))), 'u');
  const rank = ({ title, haystack, kind }: Entry): number => {
    const isNamed = kind === 'flow' && saidIn(title).length === wanted.length;
    const isSaid = kind === 'flow' && phrase.test(haystack);
    const isExact = kind === 'flow' && title.toLowerCase() === search.trim().toLowerCase();
    const place = isExact ? -1 : Math.min(placeOf(title, haystack), isNamed ? 0 : isSaid ? 1 : 9);
    // “Recaps” before “recap”, when “recaps” was asked.
    const isOther = isNamed && !phrase.test(searchable(title));
    return place * kinds.length + kinds.indexOf(kind) + (isOther ? 0.5 : 0);
  };
  const placeOf = (title: string, haystack: string): number => {
    if (phrase.test(searchable(title))) {
      return title.toLowerCase() === search.trim().toLowerCase() ? 0 : 1;
    }
    if (phrase.test(haystack)) {
      return 2;
    }
    return saidIn(haystack).length < best ? 5 : saidIn(title).length > 0 ? 3 : 4;
  };
  const durations = [...search.matchAll(durationPattern)].map(([text]) => atWordStart(text));
  const said = new Set(
    (found.length > 0 ? found : scored).flatMap((one) => one.said.map(({ word }) => word)),
  );
  const hits = found.map(({ one }) => one).toSorted((one, two) => rank(one) - rank(two));
  const waits = byDelay(allDelays.test(asked) ? entries : hits, true);
  return {
    hits: [...new Set(isForDelays ? [...waits, ...hits] : [...hits, ...waits])],
    missing: wanted.filter((word) => !said.has(word)).map(asAsked),
    marked: new RegExp(
      `((?:${[...wanted.map(formsOf), ...durations].join('|').replaceAll('email', 'e-?mail')})[\\p{L}\\p{N}]*)`,
      'giu',
    ),
  };
}
