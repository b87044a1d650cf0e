import { and, eq } from 'drizzle-orm';
import type { Evidence } from '#contract/analysis-result.ts';
import { keyOf } from '#contract/labels.ts';
import { plainWords, rowsOf } from '#contract/markdown/rows.ts';
import { createBoundedSearch } from '#contract/place-in.ts';
import { recognized } from '#contract/recognized-text.ts';
import { type WorldThread, worldLimits } from '#contract/world.ts';
import { namingOf, sectionsWithCast } from '#server/campaigns/cast-in-texts.ts';
import { createBreathing } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { digestOf } from '#server/platform/digest.ts';
import { segments } from '#server/recordings/tables.ts';
import type { Entry, Index } from './entries.ts';
import { type Sources, type ThreadSources, threadLinesOf } from './sources.ts';

type Found = Pick<WorldThread, 'key' | 'kind' | 'text' | 'state' | 'opened'>;

const parts = [
  ['openThreads', 'thread'],
  ['quests', 'quest'],
  ['decisions', 'decision'],
] as const;

const threadKeyOf = (text: string): string => digestOf(`thread ${keyOf(text)}`);

/** From the notes of each session, else from its results; of what a person kept, the words that are still in the transcript. */
async function foundIn(orm: Orm, sources: ThreadSources): Promise<Found[]> {
  const found = new Map<string, Found>();
  const breathing = createBreathing();
  // A thread of several sessions was opened in the first.
  for (const session of sources.sessions) {
    for (const thread of writtenIn(session, sources.cast)) {
      const known = found.get(thread.key);
      found.set(thread.key, known === undefined ? thread : { ...known, state: thread.state });
    }
    await breathing();
  }
  for (const thread of await keptByHand(orm, sources)) found.set(thread.key, thread);
  return [...found.values()].slice(0, worldLimits.threads);
}

/** What is open in their words, the latest first. */
export async function openThreadsIn(orm: Orm, sources: ThreadSources): Promise<string[]> {
  const found = await foundIn(orm, sources);
  return found
    .flatMap(({ key, text, state }) => {
      const { edit } = sources.threads.get(key) ?? { edit: null };
      return isOpen(edit?.state ?? state) ? (edit?.text ?? text) : [];
    })
    .reverse();
}

export const isOpen = (state: WorldThread['state']): boolean => state === 'open' || state === 'waiting';

/** All, with who of the index was mentioned since. */
export async function threadsOf(orm: Orm, index: Index, sources: Sources): Promise<WorldThread[]> {
  const { sessions, threads: rows } = sources;
  const found = await foundIn(orm, sources);
  const breathing = createBreathing();
  const order = new Map(sessions.map(({ id }, at) => [id, at]));
  if (found.length === 0) return [];
  const forms: { entry: Entry; words: string }[] = [];
  for (const entry of index.entries.values()) {
    if (entry.isHidden) continue;
    for (const { name } of entry.forms.values()) {
      const words = wordsOf(name);
      if (words.trim().length > 2) forms.push({ entry, words });
    }
    await breathing();
  }
  const listed: WorldThread[] = [];
  for (const thread of found) {
    const row = rows.get(thread.key);
    const { edit } = row ?? { edit: null };
    const text = edit?.text ?? thread.text;
    const said = wordsOf(text);
    const named = forms.filter(({ words }) => said.includes(words)).map(({ entry }) => entry);
    const touched = lastMention(new Set(named), order);
    const openedAt = thread.opened === null ? 0 : (order.get(thread.opened.sessionId) ?? 0);
    const touchedAt = touched === null ? openedAt : Math.max(openedAt, order.get(touched.sessionId) ?? 0);
    listed.push({
      ...thread,
      text,
      state: edit?.state ?? thread.state,
      touched: touched !== null && (order.get(touched.sessionId) ?? 0) > openedAt ? touched : null,
      silentFor: Math.max(0, sessions.length - 1 - touchedAt),
      edit,
      revision: row?.revision ?? 0,
    });
    await breathing();
  }
  return listed;
}

const wordsOf = (text: string): string =>
  ` ${(recognized(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;

function lastMention(
  entries: ReadonlySet<Entry>,
  order: ReadonlyMap<string, number>,
): WorldThread['touched'] {
  let last: WorldThread['touched'] = null;
  for (const { name, mentions } of entries) {
    const mention = mentions.at(-1);
    if (mention === undefined) continue;
    const { sessionId, lineId, startMs } = mention;
    if (last === null || (order.get(sessionId) ?? 0) > (order.get(last.sessionId) ?? 0))
      last = { sessionId, lineId, startMs, name };
  }
  return last;
}

/** What the notes say; what they have no section for, as the result says it. */
function writtenIn(
  { id: sessionId, sections, results, voices }: ThreadSources['sessions'][number],
  known: Sources['cast'],
): Found[] {
  const cast = { ...known, voices };
  const named = namingOf(cast, sessionId, results.flatMap(threadLinesOf));
  const has = createBoundedSearch();
  return parts.flatMap(([part, kind]) => {
    const section = sections.find(({ key }) => key === part);
    const result = results.find((one) => one[part].length > 0);
    const isMeasured = result?.isMeasured ?? false;
    const place = (evidence: Evidence | undefined) => ({
      sessionId,
      lineId: evidence?.segmentIds[0] ?? null,
      startMs: evidence === undefined || !isMeasured ? null : evidence.startMs,
    });
    const state = kind === 'decision' ? ('done' as const) : ('open' as const);
    if (section !== undefined) {
      const [named = section] = sectionsWithCast(cast, sessionId, [section]);
      const shown = rowsOf(named.body);
      return rowsOf(section.body)
        .slice(0, worldLimits.threads)
        .map((row, at) => ({
          kind: row.kind,
          text: plainWords((shown[at] ?? row).text),
          key: threadKeyOf(plainWords(row.text)),
          evidence: section.lines.find(({ text }) => has(row.text, text))?.evidence,
        }))
        .filter((row) => row.kind !== 'heading' && row.text !== '')
        .map(({ text, key, evidence }) => ({
          key,
          kind,
          text: text.slice(0, worldLimits.threadText),
          state,
          opened: place(evidence),
        }));
    }
    return (result?.[part] ?? []).map((line) => {
      const text = plainWords('name' in line ? line.name : line.text);
      const ended = 'status' in line ? endings[line.status] : undefined;
      return {
        key: threadKeyOf(text),
        kind,
        text: named(text).slice(0, worldLimits.threadText),
        state: ended ?? state,
        opened: place(line.evidence),
      };
    });
  });
}

const endings: Readonly<Record<string, 'done' | 'dropped'>> = { completed: 'done', failed: 'dropped' };

async function keptByHand(orm: Orm, { sessions, threads }: ThreadSources): Promise<Found[]> {
  const kept: Found[] = [];
  for (const [key, { edit }] of threads) {
    if (edit.kept === null) {
      if (edit.isOwn)
        kept.push({ key, kind: 'thread', text: edit.text ?? '', state: edit.state, opened: null });
      continue;
    }
    const { sessionId, transcriptId, lineId } = edit.kept;
    const session = sessions.find(({ id }) => id === sessionId);
    if (session === undefined) continue;
    const [line] = await orm
      .select({ text: segments.text, startMs: segments.startMs })
      .from(segments)
      .where(and(eq(segments.transcriptId, transcriptId), eq(segments.id, lineId)));
    const isOfSession = session.results.some((result) => result.transcriptId === transcriptId);
    if (!isOfSession || line === undefined) continue;
    const isMeasured = session.results.some((one) => one.transcriptId === transcriptId && one.isMeasured);
    kept.push({
      key,
      kind: 'promise',
      text: line.text.slice(0, worldLimits.threadText),
      state: edit.state,
      opened: { sessionId, lineId, startMs: isMeasured ? line.startMs : null },
    });
  }
  return kept;
}
