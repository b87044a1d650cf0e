import { and, asc, eq, gte, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { recognized } from '#contract/recognized-text.ts';
import type { SearchResult } from '#contract/search.ts';
import { searchLimits } from '#contract/search.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { emptyCast, namedVoices } from '#server/campaigns/cast-rules.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Asked } from './asked.ts';
import { queryOf, readsAsQuestion, type Unit, unitsOf, withMistakes, withVoices } from './asked.ts';
import { namesFound, withAliases } from './glossary.ts';
import { type Casts, hitsOf, labelsOf, MARK, type Row } from './hits.ts';
import { isShown, mayRead, maySeeName } from './reader.ts';
import { asksForPromises, otherForms, otherWords, PROMISING } from './same-words.ts';
import { searchPassages, searchSources, searchWords } from './tables.ts';
import { configurationOf } from './words.ts';

/** Words. Of so many a passage ranks higher if they are near each other; comparing the places of more takes long. */
const MOST_COMPARED_PLACES = 6;
/** Rows of which the best are taken: switches of links and filters by speaker leave some out. */
const MOST_ROWS = 90;
/** Rows whose words are read for what they promise. */
const MOST_READ = 300;
/** Other forms of words that more passages have as they were typed are not counted. */
const COUNTED = 3;
/** A question's words that more passages have are only counted in, never looked for. */
const TOO_FREQUENT = 0.04;
const NEVER_FREQUENT = 40;
/** A question's passages are looked for by its rarest words, until these have so many, and by pairs of the others. */
const ENOUGH_PASSAGES = 1_500;
/** Letters of a line that is no double of a name, a title or an exclamation. */
const LEAST_DOUBLE = 40;
/** Who says what follows in quotation marks. */
const QUOTED = /^[^“”]{1,60}: (?=“)/u;
const SIGNS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Who asks says so; who plays says “we”. */
const OURSELVES = /\b(?:the|our) (?:party|group)\b/giu;
/** Of the weight of a word as it was typed. */
const NEAR = 0.7;

/** Without what a language model could make of it. */
export interface FoundHits extends Omit<SearchResult, 'answers'> {
  /** By hit: words of a passage that its lines do not show, as voices have names there. Of shared pages only. */
  unshown: ReadonlyMap<string, readonly string[]>;
  units: readonly Unit[];
}

/** Nobody writes it, and nobody can have meant it. */
const NOWHERE = '0'.repeat(40);

/** Each of these words with what was typed that finds it, as passages are found. @param words results of `wordsOf` */
export async function findingOf(
  orm: Orm,
  language: string | null,
  units: readonly Unit[],
  words: readonly string[],
): Promise<{ typed: string; word: string }[]> {
  const asked = units.map((unit) => ({
    typed: unit.typed,
    query: queryOf({ ...unit, ways: [...unit.ways, ...unit.near].flat().map((word) => [word]), voices: [] }),
  }));
  const configuration = sql`${configurationOf(language)}::regconfig`;
  const { rows } = await orm.execute<{ typed: string; word: string }>(sql`
    with given as materialized (select word, to_tsvector(${configuration}, word) as terms from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as word),
      asked as materialized (select typed, to_tsquery(${configuration}, query) as query from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (typed text, query text))
    select typed, word from asked join given on given.terms @@ asked.query`);
  return rows;
}

/** The best, without what ranks higher elsewhere in the same words: a quotation in notes, a recap that two sessions have. */
function withoutDoubles(rows: readonly Row[]): Row[] {
  const told = new Set<string>();
  const kept: Row[] = [];
  for (const row of rows) {
    if (kept.length > searchLimits.hits) break;
    const lines = row.text
      .split('\n')
      .map((line) => recognized(line.replace(QUOTED, '')).replace(SIGNS, ' ').trim());
    if (lines.some((line) => line.length < LEAST_DOUBLE || !told.has(line))) kept.push(row);
    for (const line of lines) told.add(line);
  }
  return kept;
}

/** Campaigns of one language are searched together. */
export async function search(orm: Orm, asked: Asked): Promise<FoundHits> {
  const isQuestion = readsAsQuestion(asked.query);
  const casts: Casts = new Map();
  for (const { id } of asked.campaigns) casts.set(id, await castOf(orm, id));
  const configurations = new Set(asked.campaigns.map(({ language }) => configurationOf(language)));
  const found: Found[] = [];
  for (const configuration of configurations) {
    const campaigns = asked.campaigns.filter(({ language }) => configurationOf(language) === configuration);
    found.push(await searchIn(orm, { ...asked, campaigns }, casts, configuration, isQuestion));
  }
  const ranked = found.flatMap(({ rows }) => rows).sort((one, other) => other.score - one.score);
  // What a shared page shows of a passage, and whose lines are wanted, is decided later: there, its double may be the one that stays.
  const isDecided = asked.reader.audience === 'gm' && asked.filters.speaker === null;
  const rows = isDecided ? withoutDoubles(ranked) : ranked;
  const isPartial = rows.length > 0 && found.every(({ rows, isPartial }) => isPartial || rows.length === 0);
  const units = found.flatMap((each) => each.units);
  const best = rows.slice(0, searchLimits.hits);
  const isContinued = isQuestion && asked.reader.audience === 'gm';
  const { hits, unshown } = await hitsOf(
    orm,
    asked,
    casts,
    isContinued ? await continued(orm, best) : best,
    units,
  );
  const glossary = await namesFound(orm, asked, units);
  const ids = asked.campaigns.map(({ id }) => id);
  const [waiting] = await orm
    .select({ sessionId: searchSources.sessionId })
    .from(searchSources)
    .where(and(inArray(searchSources.campaignId, ids), ne(searchSources.changes, searchSources.done)))
    .limit(1);
  const also = units.flatMap(({ typed, found }) => (found === null ? [] : [{ typed, found }]));
  const all = [...(isQuestion ? [] : glossary), ...hits];
  return {
    hits: all.slice(0, searchLimits.hits),
    hasMore: rows.length + glossary.length > searchLimits.hits,
    also,
    isPartial: isPartial && !isQuestion,
    isQuestion,
    speakers: [...new Set(all.flatMap(({ lines }) => lines.flatMap(({ speaker }) => speaker ?? [])))].sort(),
    isIndexing: waiting !== undefined,
    unshown,
    units,
  };
}

/** What answers a question is often said right after what it asks about: the best passage goes on with the next of its transcript. */
async function continued(orm: Orm, rows: readonly Row[]): Promise<readonly Row[]> {
  const [best, ...others] = rows;
  const last = best?.turns.at(-1);
  if (best === undefined || last === undefined || best.transcriptId === null) return rows;
  const [next] = await orm
    .select({
      digest: searchPassages.digest,
      firstLine: searchPassages.firstLine,
      turns: searchPassages.turns,
      text: searchPassages.text,
    })
    .from(searchPassages)
    .where(
      and(
        eq(searchPassages.transcriptId, best.transcriptId),
        gte(searchPassages.firstLine, last.ordinal),
        ne(searchPassages.digest, best.digest),
      ),
    )
    .orderBy(asc(searchPassages.firstLine))
    .limit(1);
  // Slices of one long line do not say in which order they are.
  if (next === undefined || next.firstLine === last.ordinal) return rows;
  const after = others.find(({ digest }) => digest === next.digest)?.marked ?? next.text;
  return [
    {
      ...best,
      turns: [...best.turns, ...next.turns],
      text: `${best.text}\n${next.text}`,
      marked: `${best.marked}\n${after}`,
    },
    ...others.filter(({ digest }) => digest !== next.digest),
  ];
}

interface Found {
  rows: Row[];
  units: Unit[];
  isPartial: boolean;
}

async function searchIn(
  orm: Orm,
  { query, campaigns, filters, reader }: Asked,
  casts: Casts,
  configuration: string,
  isQuestion: boolean,
): Promise<Found> {
  const ids = campaigns.map(({ id }) => id);
  const inCampaigns = sql`${ids.map((id) => `':${id}'`).join(' | ')}::tsquery`;
  const asQuery = (text: string) => sql`to_tsquery(${configuration}::regconfig, ${text})`;
  const speakers = filters.speaker === null ? null : await labelsOf(orm, casts, filters.speaker);
  const filter = and(
    inArray(searchPassages.campaignId, ids),
    filters.sessionId === null ? undefined : eq(searchPassages.sessionId, filters.sessionId),
    filters.kind === null || filters.kind === 'name' ? undefined : eq(searchPassages.kind, filters.kind),
    filters.kind === 'name' ? sql`false` : undefined,
    speakers === null
      ? undefined
      : sql`${searchPassages.speakers} && (select coalesce(array_agg(label), '{}') from jsonb_array_elements_text(${JSON.stringify([...speakers.values()].flat())}::jsonb) as label)`,
    mayRead(reader),
  );
  const matches = (text: string) => sql`${searchPassages.terms} @@ (${asQuery(text)} && ${inCampaigns})`;

  /** Words of the campaign, as they are written there; of rare ones, with their other forms. */
  async function countOf(units: readonly Unit[]): Promise<number[]> {
    const single = units.flatMap(({ ways }) => ways.flatMap((way) => (way.length === 1 ? way : [])));
    const counted = await orm
      .select({ word: searchWords.word, passages: sql<number>`sum(${searchWords.passages})`.mapWith(Number) })
      .from(searchWords)
      .where(and(inArray(searchWords.campaignId, ids), inArray(searchWords.word, [...single, ''])))
      .groupBy(searchWords.word);
    const known = new Map(counted.map(({ word, passages }) => [word, passages]));
    const written = units.map(({ ways }) =>
      ways.reduce((sum, way) => sum + (way.length === 1 ? (known.get(way[0] ?? '') ?? 0) : 0), 0),
    );
    const rare = units.filter((_, at) => (written[at] ?? 0) <= COUNTED);
    if (rare.length === 0) return written;
    const numbers = rare.map(
      (unit) =>
        sql`(select count(*)::int from ${searchPassages} where numnode(${asQuery(queryOf(unit))}) > 0 and ${matches(queryOf(unit))})`,
    );
    const { rows } = await orm.execute<{ numbers: number[] }>(
      sql`select array[${sql.join(numbers, sql`, `)}] as numbers`,
    );
    return units.map((unit, at) => Math.max(written[at] ?? 0, rows[0]?.numbers[rare.indexOf(unit)] ?? 0));
  }

  async function isFound(word: string): Promise<boolean> {
    if (reader.audience === 'gm') return true;
    const some = await orm
      .select({
        sessionId: searchPassages.sessionId,
        kind: searchPassages.kind,
        section: searchPassages.section,
      })
      .from(searchPassages)
      .where(and(matches(`'${word}'`), filter))
      .limit(MOST_ROWS);
    return some.some((passage) => isShown(reader, passage));
  }

  const own =
    isQuestion && configuration === 'english'
      ? unitsOf(query.replace(OURSELVES, ' ')).map(asSaid)
      : unitsOf(query);
  const named = campaigns
    .flatMap(({ id }) => namedVoices(casts.get(id) ?? emptyCast))
    .filter(({ sessionId, isPlayer }) => maySeeName(reader, sessionId, isPlayer));
  const aliased = reader.audience === 'gm' ? await withAliases(orm, ids, own) : own;
  const typed = withVoices(aliased, named);
  const meant = await withMistakes(orm, ids, typed, countOf, isFound);
  const isHidden = ({ typed }: Unit) => reader.audience !== 'gm' && reader.hidden?.has(typed) === true;
  const counts = meant.counts.map((count, at) => (meant.units.slice(at, at + 1).some(isHidden) ? 0 : count));
  const units = meant.units.map((unit) =>
    isHidden(unit) ? { ...unit, ways: [[NOWHERE]], near: [], voices: [], found: null } : unit,
  );
  const asked = sql.join(
    units.map((unit) => sql`numnode(${asQuery(anyOf(unit))}) > 0`),
    sql`, `,
  );
  const [size] = await orm
    .select({
      passages: sql<number>`coalesce(sum(${searchSources.passages}), 0)`.mapWith(Number),
      /** Which units the language does not leave out. */
      asked: sql<boolean[]>`array[${asked}]::boolean[]`,
    })
    .from(searchSources)
    .where(inArray(searchSources.campaignId, ids));
  const total = Math.max(100, size?.passages ?? 0);
  const weighed = units.flatMap((unit, at) => {
    const count = counts[at] ?? 0;
    const isCounted = size?.asked[at] === true && (count > 0 || unit.near.length > 0);
    return isCounted ? [{ unit, count, weight: Math.log(1 + total / (1 + count)) }] : [];
  });

  const has = (name: string) => sql`${searchPassages.terms} @@ asked.${sql.raw(name)}`;
  const matched = weighed.map(({ unit: { voices } }, at) =>
    voices.length === 0
      ? has(`unit_${at}`)
      : or(
          has(`own_${at}`),
          ...voices.map(({ sessionIds, quoted }, voice) =>
            and(
              has(`voice_${at}_${voice}`),
              eq(searchPassages.source, 'notes'),
              quoted === null ? undefined : quotes(quoted),
              sql`${searchPassages.sessionId} = any (array(select jsonb_array_elements_text(${JSON.stringify(sessionIds)}::jsonb)::uuid))`,
            ),
          ),
        ),
  );
  // Elsewhere somebody else has the label.
  const isOfVoices = and(
    ...weighed.map(({ unit }, at) =>
      unit.voices.length === 0 ? undefined : or(not(has(`unit_${at}`)), matched[at]),
    ),
  );
  const score = sql.join(
    weighed.map(({ weight, unit }, at) => {
      const near =
        unit.near.length === 0 ? sql`` : sql`when ${has(`near_${at}`)} then ${weight * NEAR}::float8`;
      return sql`case when ${matched[at]} then ${weight}::float8 ${near} else 0 end`;
    }),
    sql` + `,
  );
  const promised = isQuestion && asksForPromises(typed.map((unit) => unit.typed));
  // A query is read once, not once for every row.
  const unitQueries = sql.join(
    weighed.flatMap(({ unit }, at) => [
      sql`${asQuery(queryOf(unit))} as ${sql.raw(`unit_${at}`)}`,
      ...(unit.near.length === 0 ? [] : [sql`${asQuery(queryOf(nearOf(unit)))} as ${sql.raw(`near_${at}`)}`]),
      ...(unit.voices.length === 0
        ? []
        : [
            sql`${asQuery(queryOf({ ...unit, voices: [] }))} as ${sql.raw(`own_${at}`)}`,
            ...unit.voices.map(
              ({ words }, voice) =>
                sql`${asQuery(queryOf({ ways: [words], isPrefix: false }))} as ${sql.raw(`voice_${at}_${voice}`)}`,
            ),
          ]),
    ]),
    sql`, `,
  );

  const rarest = weighed.filter(({ count }) => count > 0).sort((one, other) => one.count - other.count);

  async function rowsOf(text: string): Promise<Row[]> {
    const { rows } = await orm.execute<Record<keyof Row, unknown> & Record<string, unknown>>(sql`
      with asked as materialized (
        select ${asQuery(text)} as wanted, ${asQuery(text)} && ${inCampaigns} as indexed,
          ${asQuery(units.map(typedOf).join(' | '))} as any_of, ${unitQueries}),
      scored as materialized (
        select ${searchPassages.sessionId} as session_id, ${searchPassages.digest} as digest, (${score}
          + 2 * ts_rank(${searchPassages.terms}, ${sql.raw(weighed.length > MOST_COMPARED_PLACES ? 'asked.any_of' : 'asked.wanted')}, 32) + ${kindScore(isQuestion)}) as score
        from asked, ${searchPassages}
        where ${and(sql`numnode(asked.wanted) > 0 and ${searchPassages.terms} @@ asked.indexed`, filter, isOfVoices) ?? sql`true`}
        order by score desc, 1, 2 limit ${promised ? MOST_READ : MOST_ROWS}),
      ranked as materialized (
        select session_id, digest, score${promised ? sql` + case when p.text ~* ${PROMISING} then 1 else 0 end` : sql``} as score
        from scored${promised ? sql` join search_passages as p using (session_id, digest)` : sql``}
        order by score desc, 1, 2 limit ${MOST_ROWS})
      select p.digest, p.campaign_id as "campaignId", p.session_id as "sessionId", p.transcript_id as "transcriptId", p.kind, p.section, p.title,
        p.turns::text as turns, p.start_ms::float8 as "startMs", p.text, ranked.score,
        case when row_number() over (order by ranked.score desc, p.session_id, p.digest) <= ${searchLimits.hits}
          then ts_headline(${configuration}::regconfig, p.text, asked.any_of,
            ${`HighlightAll=true, StartSel=${MARK.open}, StopSel=${MARK.close}`})
          else p.text end as marked
      from asked, ranked join search_passages as p using (session_id, digest)
      order by ranked.score desc, p.session_id, p.digest`);
    return rows.map((row) => ({
      digest: String(row.digest),
      campaignId: String(row.campaignId),
      sessionId: String(row.sessionId),
      transcriptId: row.transcriptId === null ? null : String(row.transcriptId),
      // biome-ignore lint/plugin: columns of our own table.
      kind: row.kind as Row['kind'],
      section: String(row.section),
      title: String(row.title),
      turns: JSON.parse(String(row.turns)),
      startMs: row.startMs === null ? null : Number(row.startMs),
      text: String(row.text),
      score: Number(row.score),
      marked: String(row.marked),
    }));
  }

  const readable = (rows: readonly Row[]) => rows.filter((row) => isShown(reader, row));
  if (weighed.length === 0) return { rows: [], units, isPartial: units.length > 0 };
  if (!isQuestion) {
    const rows = readable(await rowsOf(units.map(anyOf).join(' & ')));
    if (rows.length > 0 || units.length === 1) return { rows, units, isPartial: false };
  }
  const rare = weighed.filter(
    ({ count }) => count > 0 && count <= Math.max(NEVER_FREQUENT, total * TOO_FREQUENT),
  );
  const wanted = rare.length > 0 ? rarestOf(rare) : rarest.slice(0, 2);
  if (wanted.length === 0) {
    const near = weighed.filter(({ unit }) => unit.near.length > 0).map(({ unit }) => queryOf(nearOf(unit)));
    return {
      rows: near.length === 0 ? [] : readable(await rowsOf(near.join(' | '))),
      units,
      isPartial: true,
    };
  }
  const lookedFor = wanted.flatMap(({ unit }) => [
    queryOf(unit),
    ...(unit.near.length > 0 && (unit.found !== null || wanted.length === 1) ? [queryOf(nearOf(unit))] : []),
  ]);
  const inPairs = rare
    .filter((one) => !wanted.includes(one))
    .map(
      (one) =>
        `(${queryOf(one.unit)} & (${rare.flatMap((other) => (other === one ? [] : anyOf(other.unit))).join(' | ')}))`,
    );
  // What says both in other words has neither of them.
  const inOtherWords = rare.flatMap((one, at) =>
    rarest
      .filter((other) => !rare.slice(0, at + 1).includes(other))
      .filter((other) => one.unit.near.length > 0 && other.unit.near.length > 0)
      .map((other) => `(${queryOf(nearOf(one.unit))} & ${queryOf(nearOf(other.unit))})`),
  );
  return {
    rows: readable(await rowsOf([...lookedFor, ...inPairs, ...inOtherWords].join(' | '))),
    units,
    isPartial: true,
  };
}

/** “Speaker 3: “We go.””, “Wren (Speaker 3): “We go.”” or ““We go.” — Speaker 3”. @param label in small letters */
const quotes = (label: string): SQL =>
  sql`exists (select from unnest(array[${`${label}: “`}, ${`(${label}): “`}, ${`” — ${label}`}]) as place
    where position(place in lower(${searchPassages.text})) > 0)`;

const anyOf = (unit: Unit) => queryOf({ ...unit, ways: [...unit.ways, ...unit.near] });
/** Labels are no words that the reader looked for. */
const typedOf = (unit: Unit) => anyOf({ ...unit, voices: [] });
const nearOf = ({ near }: Unit) => ({ ways: near, isPrefix: false });

/** A question says “did we leave it”, and the table “it’s parked outside”. */
const asSaid = (unit: Unit): Unit =>
  unit.isPhrase || unit.isPrefix
    ? unit
    : {
        ...unit,
        ways: [...unit.ways, ...otherForms(unit.typed).map((word) => [word])],
        near: otherWords(unit.typed).map((word) => [word]),
      };

/** At least one, however many passages have it. */
function rarestOf<Counted extends { count: number }>(units: readonly Counted[]): Counted[] {
  let passages = 0;
  return units
    .toSorted((one, other) => one.count - other.count)
    .filter(({ count }, at) => {
      passages += count;
      return at === 0 || passages <= ENOUGH_PASSAGES;
    });
}

/** Notes say it in one line, so they come before speech. For a question, what was said counts as much. */
const kindScore = (isQuestion: boolean): SQL =>
  isQuestion
    ? sql`case ${searchPassages.kind} when 'session' then -1 else 0 end`
    : sql`case ${searchPassages.kind} when 'session' then 1.2 when 'entry' then 1 when 'notes' then 0.6 when 'quote' then 0.6 else 0 end`;
