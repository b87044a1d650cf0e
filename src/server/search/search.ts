import { and, asc, eq, gte, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { mayNameVoice } from '#contract/labels.ts';
import { recognized } from '#contract/recognized-text.ts';
import type { SearchFilters, SearchHit, SearchLine, SearchResult } from '#contract/search.ts';
import { searchLimits } from '#contract/search.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import { castOf, sessionsWithSound, withVoicesNow } from '#server/campaigns/cast.ts';
import {
  emptyCast,
  namedVoices,
  sectionsWithCast,
  shownSpeakers,
  type Told,
  tellingOf,
} from '#server/campaigns/cast-rules.ts';
import { type CampaignRow, notes, sessions } from '#server/campaigns/tables.ts';
import { names } from '#server/names/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { queryOf, readsAsQuestion, type Unit, unitsOf, withMistakes, withVoices } from './asked.ts';
import { isShown, mayRead, maySeeName, type Reader } from './reader.ts';
import { asksForPromises, otherForms, otherWords, PROMISING } from './same-words.ts';
import { searchPassages, searchSources, searchWords } from './tables.ts';
import { configurationOf, wordsOf } from './words.ts';

type Row = Pick<
  typeof searchPassages.$inferSelect,
  | 'digest'
  | 'campaignId'
  | 'sessionId'
  | 'transcriptId'
  | 'kind'
  | 'section'
  | 'title'
  | 'turns'
  | 'startMs'
  | 'text'
> & { score: number; marked: string };

/** Rows of which the best are taken: switches of links and filters by speaker leave some out. */
/** Words. Of so many a passage ranks higher if they are near each other; comparing the places of more takes long. */
const MOST_COMPARED_PLACES = 6;
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
/** Who asks says so; who plays says “we”. */
const OURSELVES = /\b(?:the|our) (?:party|group)\b/giu;
/** Of the weight of a word as it was typed. */
const NEAR = 0.7;
const MARK = { open: '\ue000', close: '\ue001' };

export interface Asked {
  query: string;
  campaigns: readonly CampaignRow[];
  filters: Pick<SearchFilters, 'sessionId' | 'speaker' | 'kind'>;
  reader: Reader;
}

/** By campaign. */
type Casts = Map<string, Told>;

/** Without what a language model could make of it. */
export type FoundHits = Omit<SearchResult, 'answers'>;

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
  const rows = found.flatMap(({ rows }) => rows).sort((one, other) => other.score - one.score);
  const isPartial = rows.length > 0 && found.every(({ rows, isPartial }) => isPartial || rows.length === 0);
  const units = found.flatMap((each) => each.units);
  const best = rows.slice(0, searchLimits.hits);
  const isContinued = isQuestion && asked.reader.audience === 'gm';
  const hits = await hitsOf(orm, asked, casts, isContinued ? await continued(orm, best) : best, units);
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
  const { units, counts } = await withMistakes(orm, ids, typed, countOf, isFound);
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
          ...voices.map(({ sessionIds }, voice) =>
            and(
              has(`voice_${at}_${voice}`),
              eq(searchPassages.source, 'notes'),
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

/** By session: what transcripts call those who are shown by this name. */
async function labelsOf(orm: Orm, casts: Casts, speaker: string): Promise<Map<string, string[]>> {
  const wanted = recognized(speaker);
  const labels = new Map<string, string[]>();
  for (const { id, names } of await shownNames(orm, casts, null)) {
    const own = [...names].flatMap(([label, shown]) => (recognized(shown) === wanted ? [label] : []));
    if (own.length > 0) labels.set(id, own);
  }
  return labels;
}

/** Of each session: its voices' labels, and how they are shown. */
async function shownNames(
  orm: Orm,
  casts: Casts,
  sessionIds: readonly string[] | null,
): Promise<{ id: string; names: Map<string, string> }[]> {
  const rows = await orm
    .select({ id: sessions.id, campaignId: sessions.campaignId, speakers: transcripts.speakers })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(
      and(
        inArray(sessions.campaignId, [...casts.keys()]),
        sessionIds === null ? undefined : inArray(sessions.id, [...sessionIds]),
        eq(transcripts.complete, true),
        isNull(transcripts.replacedAt),
      ),
    );
  return rows.flatMap(({ id, campaignId, speakers }) => {
    const cast = casts.get(campaignId);
    if (cast === undefined) return [];
    const shown = shownSpeakers(cast, id, speakers);
    return [{ id, names: new Map(speakers.map(({ label }, at) => [label, shown[at]?.label ?? label])) }];
  });
}

async function hitsOf(
  orm: Orm,
  { campaigns, filters, reader }: Asked,
  casts: Casts,
  rows: readonly Row[],
  units: readonly Unit[],
): Promise<SearchHit[]> {
  if (rows.length === 0) return [];
  const sessionIds = [...new Set(rows.map(({ sessionId }) => sessionId))];
  const about = await orm
    .select({ id: sessions.id, title: sessions.title, playedAt: sessions.playedAt })
    .from(sessions)
    .where(inArray(sessions.id, sessionIds));
  const isGameMaster = reader.audience === 'gm';
  const hasSound = isGameMaster ? await sessionsWithSound(orm, sessionIds) : new Set<string>();
  const named = isGameMaster
    ? new Map((await shownNames(orm, casts, sessionIds)).map(({ id, names }) => [id, names]))
    : new Map<string, Map<string, string>>();
  const told = await toldIn(orm, casts, rows);
  const ofSession = new Map(about.map((session) => [session.id, session]));
  return rows.flatMap((row): SearchHit[] => {
    const session = ofSession.get(row.sessionId);
    const campaign = campaigns.find(({ id }) => id === row.campaignId);
    if (session === undefined || campaign === undefined) return [];
    const marked = markedLines(row, units);
    const lines = marked.map((line, at): SearchLine => {
      const turn = row.turns[at];
      const label = turn?.label ?? '';
      const text = told(row, line.text);
      return {
        text,
        marks: text === line.text ? line.marks : placesOf(text, units, markedWords(line)),
        speaker: label === '' ? null : (named.get(row.sessionId)?.get(label) ?? label),
        startMs: isGameMaster ? (turn === undefined ? row.startMs : turn.startMs) : null,
        lineId: isGameMaster ? (turn?.id ?? null) : null,
      };
    });
    const wanted = filters.speaker === null ? null : recognized(filters.speaker);
    const isWanted = (line: SearchLine) =>
      wanted === null || (line.speaker !== null && recognized(line.speaker) === wanted);
    const best = bestOf(lines, isWanted);
    if (best === null) return [];
    return [
      {
        id: row.digest,
        kind: row.kind,
        campaign: { id: campaign.id, title: campaign.title },
        session: { ...session, playedAt: session.playedAt?.toISOString() ?? null },
        title: row.title,
        lines,
        best,
        playFromMs: hasSound.has(row.sessionId) ? (lines[best]?.startMs ?? null) : null,
      },
    ];
  });
}

/** How notes and results show what was found in them: with the names of voices. */
async function toldIn(
  orm: Orm,
  casts: Casts,
  rows: readonly Row[],
): Promise<(row: Row, line: string) => string> {
  const wanted = rows.filter(({ kind, text }) => kind !== 'transcript' && mayNameVoice(text));
  const shown = new Map<
    string,
    { keys: Set<string>; lines: Map<string, string>; told: (text: string) => string }
  >();
  for (const { campaignId, sessionId } of wanted) {
    if (shown.has(sessionId)) continue;
    await breath();
    const [written] = await orm
      .select({ sections: notes.sections })
      .from(notes)
      .where(eq(notes.sessionId, sessionId));
    const sections = written?.sections ?? [];
    const cited = sections.flatMap(({ lines }) => lines);
    const cast = await withVoicesNow(orm, casts.get(campaignId) ?? emptyCast, sessionId, cited);
    const lines = new Map<string, string>();
    for (const section of sectionsWithCast(cast, sessionId, sections)) {
      const stored = sections.find(({ key }) => key === section.key);
      if (stored === undefined || stored === section || section.key === 'toConfirm') continue;
      const named = section.body.split('\n');
      for (const [at, line] of stored.body.split('\n').entries())
        if (line !== named[at]) lines.set(plain(line), plain(named[at] ?? line));
    }
    const keys = new Set(sections.map(({ key }) => key));
    shown.set(sessionId, { keys, lines, told: tellingOf(cast, sessionId) });
  }
  return ({ kind, sessionId, section }, line) => {
    const found = kind === 'transcript' ? undefined : shown.get(sessionId);
    if (found === undefined) return line;
    // Of a result, unless the notes have it.
    if (kind === 'entry' && !found.keys.has(section)) return found.told(line);
    return found.lines.get(line) ?? line;
  };
}

const plain = (line: string) => withoutMarkup(withoutMarkers(line).trim());

/** The line with the most different words that were looked for. With a speaker, only that speaker's count. */
function bestOf(lines: readonly SearchLine[], isWanted: (line: SearchLine) => boolean): number | null {
  let best: { at: number; found: number } | null = null;
  for (const [at, line] of lines.entries()) {
    if (!isWanted(line)) continue;
    const found = new Set(line.marks.map(([start, end]) => recognized(line.text.slice(start, end)))).size;
    if (best === null || found > best.found) best = { at, found };
  }
  return best?.at ?? null;
}

function markedLines(
  { kind, text, marked }: Row,
  units: readonly Unit[],
): Pick<SearchLine, 'text' | 'marks'>[] {
  const linesOf = (words: string) => words.split('\n').map(kind === 'transcript' ? asIs : withoutMarkup);
  const lines = linesOf(marked).map(unmarked);
  const hasMarks = lines.some(({ marks }) => marks.length > 0);
  return hasMarks ? lines : linesOf(text).map((line) => ({ text: line, marks: placesOf(line, units) }));
}

const asIs = (line: string) => line;

function unmarked(marked: string): Pick<SearchLine, 'text' | 'marks'> {
  const marks: [number, number][] = [];
  let text = '';
  let start: number | null = null;
  for (const letter of marked) {
    if (letter === MARK.open) start = text.length;
    else if (letter === MARK.close) {
      if (start !== null) marks.push([start, text.length]);
      start = null;
    } else text += letter;
  }
  return { text, marks };
}

const markedWords = ({ text, marks }: Pick<SearchLine, 'text' | 'marks'>): ReadonlySet<string> =>
  new Set(marks.map(([start, end]) => recognized(text.slice(start, end))));

/**
 * Of words that PostgreSQL reads differently: with accents, or of scripts without spaces.
 * @param also words that it found, before voices got their names
 */
function placesOf(
  line: string,
  units: readonly Unit[],
  also: ReadonlySet<string> = new Set(),
): [number, number][] {
  const wanted = units.flatMap(({ ways }) => ways.flat());
  const marks: [number, number][] = [];
  for (const { index, 0: word } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const plain = recognized(word);
    if (also.has(plain) || wanted.some((each) => plain.startsWith(each) || wordsOf(word).includes(each)))
      marks.push([index, index + word.length]);
  }
  return marks;
}

/** What the glossary calls by another name is looked for by its own name, too. */
async function withAliases(orm: Orm, campaignIds: readonly string[], units: Unit[]): Promise<Unit[]> {
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
async function namesFound(
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
