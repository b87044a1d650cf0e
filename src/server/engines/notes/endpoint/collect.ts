import type { AnalysisResult, Moment, NamedItem } from '#contract/analysis-result.ts';
import { itemsOf } from '#contract/result-parts.ts';
import type { NotesRequest } from '../port.ts';
import type { Prepared } from '../reading/prepare.ts';
import { confirmations } from '../reading/world.ts';
import type { Extracted } from './extract.ts';
import { flat, type Ground } from './ground.ts';
import type { Found } from './schema.ts';

const MOST = { decisions: 15, characterMoments: 12, combats: 12, quests: 15 };
const MOST_OF_LEVEL = {
  brief: { moments: 5, openThreads: 5, names: 12 },
  comprehensive: { moments: 10, openThreads: 12, names: 60 },
};

export const idsOf = (request: NotesRequest, from: number, to: number): Set<string> =>
  new Set(request.transcript.segments.slice(from, to).map((segment) => segment.id));

/** Collects the result's unwritten parts from all chunks, with aliases merged and evidence verified. */
export function collect(request: NotesRequest, prepared: Prepared, ground: Ground, extracted: Extracted) {
  const level = request.detailLevel;
  const most = MOST_OF_LEVEL[level];
  const chunks = extracted.chunks.map(({ from, to, found }) => ({
    found,
    allowed: idsOf(request, from, to),
  }));
  const all = <Item>(read: (found: Found, allowed: Set<string>) => Item[]): Item[] =>
    chunks.flatMap(({ found, allowed }) => read(found, allowed));
  const evidenced = <Item extends { ids: string[] }>(
    items: Item[],
    allowed: Set<string>,
    textOf: (item: Item) => string,
    shownOf: (item: Item) => string = textOf,
  ) =>
    items.flatMap((item) => {
      const evidence = ground.verified(flat(textOf(item)), item.ids, allowed, flat(shownOf(item)));
      return evidence === null ? [] : [{ ...item, evidence }];
    });
  const moments: Moment[] = all((found, allowed) =>
    evidenced(found.quotes, allowed, (quote) => quote.text).map(({ text, speaker, context, evidence }) => ({
      description: text.replace(/^["“]|["”]$/g, ''),
      isQuote: true,
      speaker,
      context: flat(context),
      evidence,
    })),
  );
  const names = (kinds: string[]) =>
    mergeNames(
      request,
      all((found, allowed) =>
        evidenced(
          found.names.filter((name) => kinds.includes(name.kind)),
          allowed,
          (name) => `a ${name.name} ${name.description}`,
          (name) => `${name.name}: ${name.description}`,
        ),
      ),
      most.names,
    );
  const lines = (read: (found: Found) => { text: string; ids: string[] }[], atMost: number) =>
    evenly(
      distinct(
        all((found, allowed) => ground.lines(read(found), allowed)),
        (line) => line.text,
      ),
      atMost,
    );
  return {
    memorableMoments: evenly(moments, most.moments),
    npcs: names(['npc']),
    locations: names(['location']),
    items: names(['item']),
    factions: names(['faction']),
    quests: itemsOf(level, 'quests', () =>
      mergeQuests(all((found, allowed) => evidenced(found.quests, allowed, (quest) => quest.text))),
    ),
    openThreads: lines((found) => found.openThreads, most.openThreads),
    decisions: itemsOf(level, 'decisions', () => lines((found) => found.decisions, MOST.decisions)),
    characterMoments: itemsOf(level, 'characterMoments', () =>
      evenly(
        all((found, allowed) =>
          evidenced(found.characterMoments, allowed, (moment) => moment.text).map(
            ({ character, text, evidence }) => ({
              character,
              text: flat(text),
              evidence,
            }),
          ),
        ),
        MOST.characterMoments,
      ),
    ),
    combats: itemsOf(level, 'combats', () =>
      evenly(
        all((found, allowed) =>
          evidenced(found.combats, allowed, (combat) => combat.description).map(
            ({ title, description, outcome, evidence }) => ({
              title: flat(title),
              description: flat(description),
              outcome: outcome && flat(outcome),
              evidence,
            }),
          ),
        ),
        MOST.combats,
      ),
    ),
    toConfirm: itemsOf(level, 'toConfirm', () => confirmations(prepared)),
  };
}

function evenly<Item>(items: Item[], most: number): Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => Math.floor((at * items.length) / most)).flatMap((at) =>
    items.slice(at, at + 1),
  );
}

function distinct<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return seen.size < seen.add(key).size;
  });
}

/** Keeps the longest description and the first three pieces of evidence, and the glossary's spelling. */
function mergeNames(
  request: NotesRequest,
  found: (Found['names'][number] & { evidence: NamedItem['evidence'] })[],
  most: number,
): NamedItem[] {
  const terms = new Map<string, string>();
  for (const { term, heardAs, aliases = [] } of request.campaign.names)
    for (const each of [...heardAs, ...aliases, term]) terms.set(each.toLowerCase(), term);
  const merged = new Map<string, NamedItem & { count: number }>();
  for (const entry of found) {
    const term = terms.get(entry.name.toLowerCase());
    const key = (term ?? entry.name).toLowerCase().replace(/^the /, '');
    const description = flat(entry.description);
    const earlier = merged.get(key);
    if (!earlier) {
      merged.set(key, {
        name: term ?? flat(entry.name),
        description,
        isNew: term === undefined,
        evidence: entry.evidence,
        count: 1,
      });
      continue;
    }
    earlier.count += 1;
    if (description.length > earlier.description.length) {
      earlier.description = description;
      earlier.evidence = entry.evidence;
    }
  }
  return [...merged.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ count: _, ...item }) => item);
}

function mergeQuests(
  found: (Found['quests'][number] & { evidence: NamedItem['evidence'] })[],
): AnalysisResult['quests'] {
  const merged = new Map<string, AnalysisResult['quests'][number]>();
  for (const quest of found) {
    const line = { text: flat(quest.text), evidence: quest.evidence };
    const key = quest.name.toLowerCase();
    const earlier = merged.get(key);
    if (earlier) {
      earlier.progress.push(line);
      if (quest.status !== 'unknown') earlier.status = quest.status;
    } else
      merged.set(key, {
        name: flat(quest.name),
        status: quest.status,
        progress: [line],
        evidence: quest.evidence,
      });
  }
  return [...merged.values()].slice(0, MOST.quests);
}
