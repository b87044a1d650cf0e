import { and, inArray, sql } from 'drizzle-orm';
import { wordsOf } from '#contract/recognized-text.ts';
import type { SearchHit } from '#contract/search.ts';
import { names } from '#server/names/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Asked, Unit } from './asked.ts';

/** What the glossary calls by another name is looked for by its own name, too. */
export async function withAliases(orm: Orm, campaignIds: readonly string[], units: Unit[]): Promise<Unit[]> {
  const rows = await orm
    .select({ term: names.term, aliases: names.aliases, heardAs: names.heardAs })
    .from(names)
    .where(
      and(
        inArray(names.campaignId, [...campaignIds]),
        sql`jsonb_array_length(${names.aliases}) + jsonb_array_length(${names.heardAs}) > 0`,
      ),
    );
  const others = new Map<string, string[][]>();
  for (const { term, aliases, heardAs } of rows) {
    const forms = [term, ...aliases, ...heardAs].map(wordsOf).filter((form) => form.length > 0);
    for (const form of forms) {
      const rest = forms.filter((other) => other.join(' ') !== form.join(' ')).slice(0, 3);
      others.set(form.join(' '), [...(others.get(form.join(' ')) ?? []), ...rest]);
    }
  }
  return units.map((unit) => ({ ...unit, ways: [...unit.ways, ...(others.get(unit.typed) ?? [])] }));
}

/** Of the glossary, which is the game master's. */
export async function namesFound(
  orm: Orm,
  { campaigns, filters, reader }: Asked,
  units: readonly Unit[],
): Promise<SearchHit[]> {
  const isWanted = filters.kind === null || filters.kind === 'name';
  if (reader.audience !== 'gm' || filters.sessionId !== null || filters.speaker !== null || !isWanted)
    return [];
  const wanted = units.map(({ ways, isPrefix }) => ({ forms: ways.map((way) => way.join(' ')), isPrefix }));
  if (wanted.length === 0) return [];
  const rows = await orm
    .select({
      id: names.id,
      campaignId: names.campaignId,
      term: names.term,
      aliases: names.aliases,
      heardAs: names.heardAs,
      note: names.note,
    })
    .from(names)
    .where(
      inArray(
        names.campaignId,
        campaigns.map(({ id }) => id),
      ),
    );
  return rows.flatMap((row): SearchHit[] => {
    const campaign = campaigns.find(({ id }) => id === row.campaignId);
    const spelled = [row.term, ...row.aliases, ...row.heardAs].map((form) => ` ${wordsOf(form).join(' ')} `);
    const isFound = wanted.every(({ forms, isPrefix }) =>
      forms.some((form, at) =>
        spelled.some((name) => name.includes(isPrefix && at === 0 ? ` ${form}` : ` ${form} `)),
      ),
    );
    if (campaign === undefined || !isFound) return [];
    const aliases = row.aliases.length === 0 ? '' : `Also called ${row.aliases.join(', ')}`;
    return [
      {
        id: row.id,
        kind: 'name',
        campaign: { id: campaign.id, title: campaign.title },
        session: null,
        title: row.term,
        lines: [
          {
            text: [aliases, row.note.trim()].filter(Boolean).join('. '),
            marks: [],
            speaker: null,
            startMs: null,
            lineId: null,
          },
        ],
        best: 0,
        playFromMs: null,
      },
    ];
  });
}
