import type { AnalysisResult, Evening, Evidence, Line } from '#contract/analysis-result.ts';
import { boldStart, type Row, rowsOf } from '#contract/markdown/rows.ts';
import type { NotesSection } from '#contract/notes.ts';
import { withoutText } from '#contract/place-in.ts';
import type { ResultPartKey } from '#contract/result-parts.ts';
import type { IsTheirs } from './erased-names.ts';
import { depthOf, GONE, hasWords, LONGEST, SHARED, withoutLabels, withoutLoneLabels } from './labels-left.ts';
import { withRows } from './rows-left.ts';

export interface Erased {
  isGone(segmentId: string): boolean;
  spanOf(segmentId: string): readonly [number, number] | undefined;
  /** Whether the speaker of this id in the result's transcript is erased. */
  isVoice(speakerId: string): boolean;
  repeats(text: string): boolean;
  isTheirs: IsTheirs;
}

const SENTENCE_END = /(?<=[.!?…]["”’»)*_]{0,9})\s+/u;

/** Parts in which analyses write a name before its description, or a speaker after a quotation. */
const headed: ReadonlySet<string> = new Set<ResultPartKey>([
  'glance',
  'memorableMoments',
  'npcs',
  'locations',
  'items',
  'factions',
  'quests',
  'characterMoments',
  'combats',
  'scenes',
]);
/** Of whom “Quote” and memorable moments say it, as the row ends. */
const quotedBy = /“[\0\s]+”[*_]* — [^“„«.!?…;]*(?:\([^()]*\))?$/u;
const isQuotedBy = (row: string): boolean => quotedBy.test(row.trimEnd().slice(-2 * LONGEST));
/** As of people and places, not of sentences. */
const nameLike = /^\p{Lu}\S*(?: (?:of|the|von|de|\p{Lu}\S*)){0,3}$/u;

/** Bold words alone, as `**Mira** (open):`, and how a fight ended; if a person changed the section, only names. */
function isHead(text: string, by: 'analysis' | 'mixed'): boolean {
  const { words = '', end = 0 } = boldStart(text) ?? {};
  const isOurs = by === 'analysis' ? words !== '' : nameLike.test(words);
  const rest = text.slice(end).trim();
  return text === 'Outcome' || (isOurs && rest.length <= LONGEST && /^(?:\([^()]*\))?\s*[:：]?$/u.test(rest));
}

/**
 * Also without sentences that repeat what was said.
 * @param headedBy who wrote it in one of those parts: there the name of what only the erased voice spoke of goes, too
 */
function textWithout(
  text: string,
  statements: readonly Line[],
  { repeats, isGone, isTheirs }: Erased,
  headedBy: 'analysis' | 'mixed' | null = null,
): string {
  if (statements.length === 0 && !repeats(text)) return text;
  const gone = statements.filter((statement) => statement.text.trim() !== '');
  const isTheirLabel = (row: string) => hasWords(row) && row.length <= LONGEST && isTheirs(row);
  const read = rowsOf(text);
  const rows = read.map(({ kind, signs, marker, text: before }) => {
    const mark = signs + marker;
    let rest = before;
    for (const { text: words, evidence } of gone)
      rest = withoutText(rest, words.trim(), evidence.segmentIds.every(isGone) ? GONE : SHARED);
    const isToldByOthers = rest.includes(SHARED);
    const isQuoted =
      headedBy === 'analysis' || ((headedBy === 'mixed' || kind === 'quote') && isQuotedBy(rest));
    rest = withoutLabels(rest, isTheirs);
    if (repeats(rest))
      rest = rest
        .split(SENTENCE_END)
        .filter((sentence) => !repeats(sentence))
        .join(' ');
    if (repeats(rest)) return null;
    if (rest === before) return mark + rest;
    if (isTheirLabel(rest) || (headedBy && isHead(rest, headedBy)))
      return isToldByOthers ? mark + rest : null;
    // Who said a quotation, whatever they are called there.
    if (isQuoted && /^[\s"“”*_]*—[^“„«]*$/u.test(rest)) return null;
    return hasWords(rest) ? `${mark}${rest.replace(/ {2,}/gu, ' ').trim()}` : null;
  });
  const isLabel = (row: Row, below: Row) =>
    row.kind !== 'code' &&
    (isTheirLabel(row.text) ||
      (headedBy === 'analysis' && row.kind === 'heading') ||
      (headedBy !== null &&
        isHead(row.text, headedBy) &&
        (row.kind !== 'item' || depthOf(below) > depthOf(row))));
  return withRows(text, withoutLoneLabels(read, rows, isLabel)).replace(/\n{3,}/gu, '\n\n');
}

const touches = (evidence: Evidence, { isGone }: Erased) => evidence.segmentIds.some(isGone);

const staysAs =
  (erased: Erased) =>
  ({ text, original, evidence }: Line): boolean =>
    !touches(evidence, erased) && !erased.repeats(text) && !erased.repeats(original ?? '');

function withEvidence<Item extends { evidence: Evidence }>(items: readonly Item[], erased: Erased): Item[] {
  return items.flatMap((item) => {
    const { evidence } = item;
    if (!touches(evidence, erased)) return [item];
    const segmentIds = evidence.segmentIds.filter((id) => !erased.isGone(id));
    if (segmentIds.length === 0) return [];
    const spans = segmentIds.map((id) => erased.spanOf(id)).filter((span) => span !== undefined);
    const startMs = spans.length === 0 ? evidence.startMs : Math.min(...spans.map(([start]) => start));
    const endMs = spans.length === 0 ? evidence.endMs : Math.max(...spans.map(([, end]) => end));
    return [{ ...item, evidence: { segmentIds, startMs, endMs } }];
  });
}

function described<Item extends { description: string; evidence: Evidence }>(
  items: readonly Item[],
  erased: Erased,
): Item[] {
  const isTold = new Set(
    items.filter(({ description, evidence }) => touches(evidence, erased) || erased.repeats(description)),
  );
  return items.flatMap((item) =>
    withEvidence([isTold.has(item) ? { ...item, description: '' } : item], erased),
  );
}

export function resultWithout(result: AnalysisResult, erased: Erased): AnalysisResult {
  const stays = staysAs(erased);
  const without = (text: string, lines: readonly Line[]) =>
    textWithout(
      text,
      lines.filter((line) => !stays(line)),
      erased,
    );
  const { lines } = result;
  return {
    ...result,
    title: erased.repeats(result.title) ? 'Session' : result.title,
    shortSummary: without(result.shortSummary, lines.shortSummary),
    summary: without(result.summary, lines.summary),
    previouslyOn: without(result.previouslyOn, lines.previouslyOn),
    lines: {
      shortSummary: lines.shortSummary.filter(stays),
      summary: lines.summary.filter(stays),
      previouslyOn: lines.previouslyOn.filter(stays),
    },
    glance: result.glance
      .map((row) => ({
        ...row,
        entries: withEvidence(row.entries, erased).filter(({ text }) => !erased.repeats(text)),
      }))
      .filter(({ entries }) => entries.length > 0),
    ...(result.evening === undefined ? {} : { evening: eveningWithout(result.evening, erased) }),
    scenes: withEvidence(result.scenes, erased)
      .map((scene) => ({
        ...scene,
        title: erased.repeats(scene.title) ? 'Scene' : scene.title,
        description: without(scene.description, scene.lines),
        lines: scene.lines.filter(stays),
        keyEvents: scene.keyEvents.filter(stays),
      }))
      .filter(({ description, keyEvents }) => description.trim() !== '' || keyEvents.length > 0),
    memorableMoments: result.memorableMoments.filter(
      ({ description, context, evidence }) =>
        !touches(evidence, erased) && !erased.repeats(description) && !erased.repeats(context),
    ),
    npcs: described(result.npcs, erased),
    locations: described(result.locations, erased),
    items: described(result.items, erased),
    factions: described(result.factions, erased),
    quests: withEvidence(result.quests, erased).map((quest) => ({
      ...quest,
      progress: quest.progress.filter(stays),
    })),
    openThreads: result.openThreads.filter(stays),
    decisions: result.decisions.filter(stays),
    characterMoments: result.characterMoments.filter(stays),
    combats: described(result.combats, erased).map((combat) => ({
      ...combat,
      title: erased.repeats(combat.title) ? 'Fight' : combat.title,
      outcome: combat.description === '' || erased.repeats(combat.outcome ?? '') ? null : combat.outcome,
    })),
    toConfirm: withEvidence(result.toConfirm, erased).filter(({ text }) => !erased.repeats(text)),
  };
}

function eveningWithout(evening: Evening, erased: Erased): Evening {
  const stays = ({ text, evidence }: { text: string; evidence: Evidence }) =>
    !touches(evidence, erased) && !erased.repeats(text);
  return {
    ...evening,
    chapters: evening.chapters.map((chapter) => ({
      ...chapter,
      title: chapter.title !== null && stays(chapter.title) ? chapter.title : null,
      ownTitle: erased.repeats(chapter.ownTitle ?? '') ? null : chapter.ownTitle,
    })),
    passages: evening.passages.filter(stays),
    pointers: evening.pointers.filter(stays),
    names: evening.names.flatMap(({ heard, ...name }) => {
      const kept = heard.segmentIds.map((id) => !erased.isGone(id));
      const gone = kept.filter((isKept) => !isKept).length;
      const segmentIds = heard.segmentIds.filter((_, at) => kept[at]);
      const startsMs = heard.startsMs.filter((_, at) => kept[at]);
      return segmentIds.length === 0
        ? []
        : [
            {
              ...name,
              count: Math.max(segmentIds.length, name.count - gone),
              heard: { segmentIds, startsMs },
            },
          ];
    }),
    timeline: {
      ...evening.timeline,
      voices: evening.timeline.voices.filter(
        ({ speakerId }) => speakerId === null || !erased.isVoice(speakerId),
      ),
    },
  };
}

export function sectionsWithout(sections: readonly NotesSection[], erased: Erased): NotesSection[] {
  const stays = staysAs(erased);
  return sections.map((section) => {
    const gone = section.lines.filter((line) => !stays(line));
    const headedBy = section.source !== 'user' && headed.has(section.key) ? section.source : null;
    return {
      ...section,
      body: textWithout(section.body, gone, erased, headedBy),
      lines: section.lines.filter(stays),
    };
  });
}
