import type { AnalysisResult, Evidence, Line } from '#contract/analysis-result.ts';
import { readQuestion } from '#contract/check-questions.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import { thirdsOf } from '#server/engines/notes/thirds.ts';
import type { SharedSession } from '#tests/support/sessions.ts';
import { type Cast, castOf } from './casts.ts';
import { firstWords, rougeL, rougeN } from './rouge.ts';

export type Scores = Record<string, number | null>;

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/(?<=[a-z,;] )\p{Lu}[\p{L}'’]{2,}/gu))
    names.add(match[0].toLowerCase().replace(/['’]s$/, ''));
  return names;
}

const bare = (markdown: string): string => markdown.replace(/[#*“”_-]+/g, ' ');
const flat = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function accountOf(session: SharedSession): string {
  return session.synopsis
    .filter((part) => !/announce|pre-?show|post-?show|break/i.test(part.heading))
    .map((part) => part.text)
    .join(' ');
}

const ownAccountOf = (session: SharedSession): string =>
  accountOf({
    ...session,
    synopsis: session.synopsis.filter((part) => !/^previously/i.test(part.heading)),
  });

export const synopsisOf = (session: SharedSession): string =>
  session.synopsis.map((part) => part.text).join(' ');

export function rougeOf(text: string, session: SharedSession): Scores {
  const plain = bare(text);
  const summary = firstWords(plain, 1000);
  const reference = firstWords(synopsisOf(session), 1000);
  const account = accountOf(session);
  const own = firstWords(ownAccountOf(session), 1000);
  return {
    r1: rougeN(summary, reference, 1),
    r2: rougeN(summary, reference, 2),
    rL: rougeL(summary, reference),
    own1: rougeN(summary, own, 1),
    own2: rougeN(summary, own, 2),
    ownL: rougeL(summary, own),
    whole1: rougeN(plain, account, 1),
    whole2: rougeN(plain, account, 2),
    wholeL: rougeL(plain, account),
  };
}

const pageOf = (result: AnalysisResult): string =>
  notesSections(result)
    .map(({ title, body }) => `${title}\n\n${body}`)
    .join('\n\n');

/** Once for each place. */
export function statementsOf(result: AnalysisResult): Line[] {
  return [
    ...result.lines.summary,
    ...result.scenes.flatMap((scene) => [...scene.lines, ...scene.keyEvents]),
    ...result.openThreads,
    ...result.decisions,
    ...result.characterMoments,
    ...result.quests.flatMap((quest) => quest.progress),
    ...[result.npcs, result.locations, result.items, result.factions]
      .flat()
      .filter((item) => item.description)
      .map((item) => ({ text: item.description, evidence: item.evidence })),
  ];
}

function evidencesOf(result: AnalysisResult): Evidence[] {
  return [
    ...statementsOf(result),
    ...result.lines.shortSummary,
    ...result.lines.previouslyOn,
    ...result.scenes,
    ...result.memorableMoments,
    ...result.npcs,
    ...result.locations,
    ...result.items,
    ...result.factions,
    ...result.toConfirm,
    ...result.glance.flatMap(({ entries }) => entries),
  ].map(({ evidence }) => evidence);
}

const isNamedIn = (name: string, text: string): boolean => {
  const words = ` ${text} `;
  if (words.includes(` ${flat(name)} `) || words.includes(` ${flat(name)}'s `)) return true;
  return flat(name)
    .split(' ')
    .some(
      (word) =>
        word.length > 3 &&
        !/^(lord|lady|king|queen|captain|city|town|the|sir|temple|tower|house|castle|road|inn)$/.test(word) &&
        (words.includes(` ${word} `) || words.includes(` ${word}'s `)),
    );
};

function playedIn(cast: Cast, transcript: TranscriptDocument): string[][] {
  const said = flat(transcript.segments.map(({ text }) => text).join(' '));
  return Object.entries(cast)
    .filter(([voice]) => transcript.speakers.some(({ label }) => label === voice))
    .flatMap(([, characters]) => characters.map((names) => [...names]))
    .filter((names) => names.some((name) => said.split(` ${flat(name)} `).length > 8));
}

export function scoreOf(
  result: AnalysisResult,
  brief: AnalysisResult,
  session: SharedSession,
  transcript: TranscriptDocument,
): Scores {
  const account = accountOf(session);
  const flatAccount = flat(account);
  const statements = statementsOf(result);
  const outside = (text: string) => text.replace(/“[^”]*”|"[^"]*"/g, ' ');
  const second = statements.filter(({ text }) =>
    /\by(?:ou|our|ours|ourself|ourselves)\b/i.test(outside(text)),
  );
  const seen = new Set<string>();
  const twice = statements.filter(({ text }) => {
    const isNew = !seen.has(flat(text));
    seen.add(flat(text));
    return !isNew;
  });
  const inNotes = (items: { name: string }[]) =>
    items.filter(({ name }) => isNamedIn(name, flatAccount)).length;
  const cast = castOf(session.episode);
  const isPlayed = (name: string) =>
    cast !== null &&
    Object.values(cast)
      .flat(2)
      .some((each) => flat(name) === flat(each) || flat(name).split(' ').includes(flat(each)));
  const played = cast ? playedIn(cast, transcript) : [];
  const atTheTable = Object.entries(cast ?? {}).flatMap(([voice, characters]) =>
    transcript.speakers.some(({ label }) => label === voice) ? characters.flat() : [],
  );
  const isPlayedThere = (name: string) =>
    atTheTable.some((each) => [flat(name), ...flat(name).split(' ')].includes(flat(each)));
  const table = result.toConfirm.flatMap(({ kind, text }) =>
    kind === 'cast' ? readQuestion(text).about.slice(1) : [],
  );
  const character = (text: string) => text.replace(/ \(.*\)$/, '');
  const found = played.filter((names) =>
    table.some((text) => names.some((name) => flat(name) === flat(character(text)))),
  );
  const ids = new Map(transcript.segments.map((segment, index) => [segment.id, index]));
  const evidences = evidencesOf(result);
  const resolved = evidences.filter(({ segmentIds }) => segmentIds.every((id) => ids.has(id)));
  const quotes = result.memorableMoments.filter(({ isQuote }) => isQuote);
  const verbatim = quotes.filter(({ description, evidence }) =>
    flat(evidence.segmentIds.map((id) => transcript.segments[ids.get(id) ?? 0]!.text).join(' ')).includes(
      flat(description),
    ),
  );
  const thirds = thirdsOf(transcript);
  const coveredBy = ({ lines }: AnalysisResult) =>
    new Set(lines.summary.flatMap(({ evidence }) => thirds(evidence))).size / 3;
  const shown = namesIn(
    `a ${bare(result.summary)} ${result.npcs.map(({ name }) => `a ${name}`).join(' ')} ${result.locations.map(({ name }) => `a ${name}`).join(' ')} ${result.glance.flatMap(({ entries }) => entries.map(({ text }) => `a ${text}`)).join(' ')}`,
  );
  const wanted = namesIn(account);
  const blurb = session.blurb.replace(/^.*?\bCritical Role\b\.?( series premiere\.)?|^.*?campaign\./s, '');
  const short = bare(result.shortSummary);
  const page = rougeOf(pageOf(result), session);
  return {
    ...rougeOf(result.summary, session),
    page1: page.r1 ?? null,
    page2: page.r2 ?? null,
    pageL: page.rL ?? null,
    'recap words': result.previouslyOn.split(/\s+/).filter(Boolean).length,
    'brief 60 r1': rougeN(firstWords(bare(brief.shortSummary), 60), blurb, 1),
    'brief 60 r2': rougeN(firstWords(bare(brief.shortSummary), 60), blurb, 2),
    'short words': short.split(/\s+/).filter(Boolean).length,
    words: result.summary.split(/\s+/).length,
    statements: statements.length,
    'second person': share(second.length, statements.length),
    'shown twice': share(twice.length, statements.length),
    'people in notes': share(inNotes(result.npcs), result.npcs.length),
    people: result.npcs.length,
    'places in notes': share(inNotes(result.locations), result.locations.length),
    places: result.locations.length,
    'played among people': cast
      ? share(result.npcs.filter(({ name }) => isPlayed(name)).length, result.npcs.length)
      : null,
    'played there among people': cast
      ? share(result.npcs.filter(({ name }) => isPlayedThere(name)).length, result.npcs.length)
      : null,
    'party recall': cast && table.length > 0 ? share(found.length, played.length) : null,
    'party precision':
      cast && table.length > 0
        ? share(table.filter((text) => isPlayed(character(text))).length, table.length)
        : null,
    'names recall': share([...wanted].filter((name) => shown.has(name)).length, wanted.size),
    thirds: Math.min(coveredBy(result), coveredBy(brief)),
    'evidence resolves': share(resolved.length, evidences.length),
    'quotes verbatim': share(verbatim.length, quotes.length),
    quotes: quotes.length,
    'plain titles': share(
      result.scenes.filter(({ title }) => /^Scene \d+/.test(title)).length,
      result.scenes.length,
    ),
    scenes: result.scenes.length,
  };
}

/** Of all people in all sessions, so that sessions with few people weigh less. */
export function playedOfAll(
  all: Scores[],
  key: 'played among people' | 'played there among people',
): number | null {
  const known = all.filter((scores) => scores[key] != null);
  const people = known.reduce((sum, scores) => sum + (scores.people ?? 0), 0);
  const played = known.reduce((sum, scores) => sum + (scores[key] ?? 0) * (scores.people ?? 0), 0);
  return share(played, people);
}

/** Of those sessions that have the figure. */
export function meanOf(all: Scores[]): Scores {
  return Object.fromEntries(
    Object.keys(all[0] ?? {}).map((key) => {
      const values = all.flatMap((scores) => scores[key] ?? []);
      return [
        key,
        values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
      ];
    }),
  );
}
