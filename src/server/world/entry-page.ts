import { and, eq, inArray } from 'drizzle-orm';
import { type WorldEntryPage, type WorldMention, worldLimits } from '#contract/world.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments } from '#server/recordings/tables.ts';
import { type Entry, type Index, type Mention, viewOf } from './entries.ts';
import type { Sources } from './sources.ts';

const MOST_TOGETHER = 20;

export async function entryPageOf(
  orm: Orm,
  index: Index,
  sources: Sources,
  entry: Entry,
): Promise<WorldEntryPage> {
  const mentions = entry.mentions.slice(0, worldLimits.mentions);
  return {
    entry: viewOf(entry, sources),
    mentions: await withTexts(orm, mentions),
    hasMore: entry.count > mentions.length,
    quotes: quotesOf(sources, entry),
    together: togetherWith(index, sources, entry),
  };
}

/** The lines as transcripts have them now. One that was deleted or erased is no mention. */
async function withTexts(orm: Orm, mentions: readonly Mention[]): Promise<WorldMention[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { transcriptId, lineId } of mentions)
    if (transcriptId !== null && lineId !== null)
      wanted.set(transcriptId, (wanted.get(transcriptId) ?? new Set()).add(lineId));
  const texts = new Map<string, string>();
  for (const [transcriptId, ids] of wanted) {
    const rows = await orm
      .select({ id: segments.id, text: segments.text })
      .from(segments)
      .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.id, [...ids])));
    for (const { id, text } of rows) texts.set(`${transcriptId} ${id}`, text);
  }
  return mentions.flatMap(({ sessionId, transcriptId, lineId, startMs }) => {
    const text = texts.get(`${transcriptId} ${lineId}`);
    return text === undefined ? [] : [{ sessionId, transcriptId, lineId, startMs, text }];
  });
}

/** Passages of the pages that have one of its names, those most worth reading first. */
function quotesOf({ sessions }: Sources, { forms, name }: Entry): WorldMention[] {
  const words = [name, ...[...forms.values()].map((form) => form.name)].map((one) => one.toLowerCase());
  const found = sessions.flatMap(({ id: sessionId, results }) => {
    const page = results.find(({ evening }) => evening !== null);
    return (page?.evening?.passages ?? [])
      .filter(({ hidden, text }) => !hidden && words.some((one) => text.toLowerCase().includes(one)))
      .map(({ text, startMs, rank, evidence }) => ({
        rank,
        quote: {
          sessionId,
          transcriptId: page?.transcriptId ?? null,
          lineId: evidence.segmentIds[0] ?? null,
          startMs: page?.isMeasured ? startMs : null,
          text,
        },
      }));
  });
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, worldLimits.quotes)
    .map(({ quote }) => quote);
}

/** Whoever is named within the same chapter. */
function togetherWith(index: Index, { sessions }: Sources, entry: Entry): WorldEntryPage['together'] {
  const counts = new Map<Entry, number>();
  for (const { results } of sessions) {
    const evening = results.find((result) => result.evening !== null)?.evening;
    const heard = (evening?.names ?? []).flatMap(({ name, heard: { startsMs } }) => {
      const found = index.find(name);
      return found === null ? [] : [{ found, startsMs }];
    });
    for (const { startMs, endMs } of evening?.chapters ?? []) {
      const isIn = (at: number) => at >= startMs && at <= endMs;
      const named = new Set(heard.filter(({ startsMs }) => startsMs.some(isIn)).map(({ found }) => found));
      if (named.has(entry)) for (const other of named) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  }
  counts.delete(entry);
  return [...counts]
    .filter(([{ isHidden }]) => !isHidden)
    .sort(([one, many], [other, few]) => few - many || other.count - one.count)
    .slice(0, MOST_TOGETHER)
    .map(([{ key, name }, chapters]) => ({ key, name, chapters }));
}
