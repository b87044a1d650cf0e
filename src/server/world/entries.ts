import type { IndexedName } from '#contract/analysis-result.ts';
import { keyOf } from '#contract/labels.ts';
import type { NameKind } from '#contract/names.ts';
import type { WorldEntry } from '#contract/world.ts';
import { createBreathing } from '#server/platform/breath.ts';
import { digestOf } from '#server/platform/digest.ts';
import type { SourceResult, SourceSession, Sources } from './sources.ts';

export interface Mention {
  sessionId: string;
  transcriptId: string | null;
  lineId: string | null;
  startMs: number | null;
}

export interface Entry {
  key: string;
  name: string;
  kind: NameKind;
  /** The kind in most sessions that have one, of as many the latest; and its last session. */
  heardAs: { kind: NameKind; sessionId: string } | null;
  /** Forms as they are written, and the keys of those that a person merged. */
  forms: Map<string, { name: string; merged: boolean }>;
  note: string;
  count: number;
  mentions: Mention[];
  sessionIds: Set<string>;
  isHidden: boolean;
}

export interface Index {
  entries: Map<string, Entry>;
  /** The entry of a name, whichever of its forms it is. */
  find(name: string): Entry | null;
}

const articles = /^(?:the|an?|der|die|das|le|les|el|los|las|il|het)\s+(?=\S)/u;

/** The same for “The Salt City” and “salt city”. */
export const worldKeyOf = (name: string): string => digestOf(keyOf(name).replace(articles, ''));

/** A name comes several times, and its key takes as long as all else. */
function keysOnce(): typeof worldKeyOf {
  const keys = new Map<string, string>();
  return (name) => {
    const known = keys.get(name) ?? worldKeyOf(name);
    keys.set(name, known);
    return known;
  };
}

const kinds: Readonly<Record<IndexedName['kind'], NameKind>> = {
  person: 'npc',
  location: 'location',
  item: 'item',
  faction: 'faction',
  other: 'other',
};
const parts = [
  ['npcs', 'npc'],
  ['locations', 'location'],
  ['items', 'item'],
  ['factions', 'faction'],
] as const;

/** How often a session says a name, and where. */
interface Heard {
  name: string;
  kind: NameKind;
  count: number;
  mentions: Mention[];
}

function heardIn(session: SourceSession, result: SourceResult, keyOfName: typeof worldKeyOf): Heard[] {
  const { transcriptId, isMeasured, evening } = result;
  const place = (lineId: string | null, startMs: number | null): Mention => ({
    sessionId: session.id,
    transcriptId,
    lineId,
    startMs: isMeasured ? startMs : null,
  });
  const indexed = (evening?.names ?? []).map(
    ({ name, kind, isPlayed, count, heard }): Heard => ({
      name,
      kind: isPlayed ? 'pc' : kinds[kind],
      count,
      mentions: heard.segmentIds.map((id, at) => place(id, heard.startsMs[at] ?? null)),
    }),
  );
  const known = new Set(indexed.map(({ name }) => keyOfName(name)));
  const listed = parts.flatMap(([part, kind]) =>
    result[part].map(({ name, evidence }): Heard => {
      const mentions = evidence.segmentIds.map((id, at) => place(id, at === 0 ? evidence.startMs : null));
      return { name, kind, count: mentions.length, mentions };
    }),
  );
  return [...indexed, ...listed.filter(({ name }) => !known.has(keyOfName(name)))];
}

/** What a person edited goes before the glossary, the glossary before the cast, the cast before results. */
export async function indexOf({ sessions, glossary, characters, edits }: Sources): Promise<Index> {
  const breathing = createBreathing();
  const keyOfName = keysOnce();
  const into = new Map<string, string>();
  const isSplit = (from: string, to: string) => edits.get(from)?.edit.notSameAs.includes(to) ?? false;
  for (const { term, aliases, heardAs } of glossary) {
    for (const form of [...aliases, ...heardAs]) {
      const [from, to] = [keyOfName(form), keyOfName(term)];
      if (from !== to && !isSplit(from, to)) into.set(from, to);
    }
    await breathing();
  }
  for (const [key, { edit }] of edits) if (edit.mergedInto !== null) into.set(key, edit.mergedInto);

  const targets = new Map<string, string>();
  /** Of those that two people merged into each other, the first in the alphabet. */
  function target(key: string): string {
    const passed: string[] = [];
    let at = key;
    let found = targets.get(at);
    while (found === undefined) {
      passed.push(at);
      const next = into.get(at);
      if (next === undefined) found = at;
      else if (passed.includes(next)) [found = next] = passed.slice(passed.indexOf(next)).toSorted();
      else [at, found] = [next, targets.get(next)];
    }
    for (const each of passed) targets.set(each, found);
    return found;
  }

  const entries = new Map<string, Entry>();
  function entryOf(name: string): Entry {
    const own = keyOfName(name);
    const key = target(own);
    let entry = entries.get(key);
    if (entry === undefined) {
      const mentions: Mention[] = [];
      const about = { heardAs: null, forms: new Map(), note: '', count: 0, mentions, isHidden: false };
      entry = { key, name, kind: 'other', ...about, sessionIds: new Set() };
      entries.set(key, entry);
    }
    if (!entry.forms.has(own))
      entry.forms.set(own, {
        name,
        merged: own !== key && (edits.get(own)?.edit.mergedInto ?? null) !== null,
      });
    return entry;
  }

  const kindsOf = new Map<Entry, Map<NameKind, number>>();
  for (const session of sessions) {
    const heard = [...session.results]
      .sort((one, other) => Number(other.evening !== null) - Number(one.evening !== null))
      .map((result) => heardIn(session, result, keyOfName));
    const seen = new Set<string>();
    const said = new Map<Entry, NameKind>();
    for (const list of heard) {
      const fresh = list.filter(({ name }) => !seen.has(keyOfName(name)));
      for (const { name, kind, count, mentions } of fresh) {
        const entry = entryOf(name);
        seen.add(keyOfName(name));
        // A form that was merged does not say what its entry is called.
        if (keyOfName(name) === entry.key) entry.name = name;
        if (kind !== 'other') said.set(entry, said.get(entry) ?? kind);
        entry.count += count;
        entry.mentions.push(...mentions);
        entry.sessionIds.add(session.id);
      }
      // The model's notes know kinds better than the index of the page.
      for (const { name, kind } of list)
        if (!fresh.some((one) => one.name === name) && kind !== 'other' && kind !== 'npc') {
          const entry = entryOf(name);
          said.set(entry, said.get(entry) ?? kind);
        }
    }
    for (const [entry, kind] of said) {
      const own = kindsOf.get(entry) ?? new Map<NameKind, number>();
      const count = (own.get(kind) ?? 0) + 1;
      kindsOf.set(entry, own.set(kind, count));
      if (count >= Math.max(...own.values())) entry.heardAs = { kind, sessionId: session.id };
    }
    await breathing();
  }
  for (const entry of entries.values()) entry.kind = entry.heardAs?.kind ?? 'other';
  for (const name of characters) {
    const entry = entryOf(name);
    Object.assign(entry, { name: entry.key === keyOfName(name) ? name : entry.name, kind: 'pc' });
  }
  for (const { term, kind, aliases, heardAs, note } of glossary) {
    const entry = entryOf(term);
    if (entry.key === keyOfName(term)) Object.assign(entry, { name: term, kind, note });
    for (const form of [...aliases, ...heardAs])
      if (target(keyOfName(form)) === entry.key && !entry.forms.has(keyOfName(form)))
        entry.forms.set(keyOfName(form), { name: form, merged: false });
    await breathing();
  }
  for (const [key, { edit }] of edits) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    if (edit.name !== null) entry.name = edit.name;
    if (edit.kind !== null) entry.kind = edit.kind;
    if (edit.note !== '') entry.note = edit.note;
    entry.isHidden = edit.hidden;
  }
  return { entries, find: (name) => entries.get(target(keyOfName(name))) ?? null };
}

export function viewOf(entry: Entry, { edits }: Pick<Sources, 'edits'>): WorldEntry {
  const row = edits.get(entry.key);
  const [first, last] = [entry.mentions[0], entry.mentions.at(-1)];
  const placeOf = (mention: Mention | undefined) =>
    mention === undefined ? null : { sessionId: mention.sessionId, startMs: mention.startMs };
  return {
    key: entry.key,
    name: entry.name,
    kind: entry.kind,
    heardAs: entry.heardAs?.kind ?? null,
    aliases: [...entry.forms]
      .filter(([key, { name, merged }]) => key !== entry.key && (merged || name !== entry.name))
      .map(([key, { name, merged }]) => {
        const row = edits.get(key);
        return {
          name,
          merged: merged && row !== undefined ? { key, revision: row.revision, edit: row.edit } : null,
        };
      }),
    note: entry.note,
    mentions: entry.count,
    sessions: entry.sessionIds.size,
    first: placeOf(first),
    last: placeOf(last),
    hidden: entry.isHidden,
    edit: row?.edit ?? null,
    revision: row?.revision ?? 0,
  };
}
