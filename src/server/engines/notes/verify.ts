import type { AnalysisResult, Evening, Evidence, Line, Moment, Scene } from '#contract/analysis-result.ts';
import { placeIn } from '#contract/place-in.ts';
import { hasPart, itemsOf } from '#contract/result-parts.ts';
import type { TranscriptDocument, Warning } from '#contract/transcript.ts';
import { quoteIn, TranscriptIndex } from './quotes.ts';
import { thirdsBeside, thirdsOf } from './thirds.ts';

const LONGEST_SUMMARY = { brief: 6000, comprehensive: 50_000 };
const LONGEST_SHORT_SUMMARY = 1600;
const MOST = {
  brief: { memorableMoments: 5, openThreads: 5 },
  comprehensive: { memorableMoments: Infinity, openThreads: Infinity },
};
const WORDS_WORTH_COVERING = 60;
const SAME_WORDS = 0.7;

/** Removes what the transcript does not support, and lists it in `warnings` (D11, D12). */
export function verifyResult(result: AnalysisResult, transcript: TranscriptDocument): AnalysisResult {
  const check = new Check(transcript);
  const level = result.detailLevel;
  // Both levels of highlights have the same parts.
  const parts = result.kind === 'highlights' ? 'comprehensive' : level;
  const named = <Item extends { name: string; description: string; evidence: Evidence }>(
    items: Item[],
  ): Item[] =>
    check
      .items(items, (item) => `${item.name} ${item.description}`)
      .map((item) => ({
        ...item,
        description: check.quotesInside(item.description, item.evidence),
      }));
  const shortSummary = check.markdown(result.shortSummary, result.lines.shortSummary, LONGEST_SHORT_SUMMARY);
  const summary = check.markdown(result.summary, result.lines.summary, LONGEST_SUMMARY[level]);
  const previouslyOn = check.markdown(result.previouslyOn, result.lines.previouslyOn, LONGEST_SUMMARY.brief);
  const moments = check
    .items(result.memorableMoments, (moment) => moment.description)
    .flatMap((each) => check.moment(each));
  const openThreads = check.lines(result.openThreads);
  const verified: AnalysisResult = {
    ...result,
    shortSummary: shortSummary.markdown,
    summary: summary.markdown,
    previouslyOn: hasPart(parts, 'previouslyOn') ? previouslyOn.markdown : '',
    lines: {
      shortSummary: shortSummary.lines,
      summary: summary.lines,
      previouslyOn: itemsOf(parts, 'previouslyOn', () => previouslyOn.lines),
    },
    memorableMoments: moments.slice(0, MOST[level].memorableMoments),
    npcs: named(result.npcs),
    locations: named(result.locations),
    items: named(result.items),
    factions: named(result.factions),
    openThreads: openThreads.slice(0, MOST[level].openThreads),
    glance: result.glance.flatMap((row) => {
      const entries = check.items(row.entries, (entry) => entry.text);
      return entries.length > 0 ? [{ ...row, entries }] : [];
    }),
    ...(result.evening ? { evening: check.evening(result.evening) } : {}),
    scenes: itemsOf(parts, 'scenes', () => result.scenes.flatMap((scene) => check.scene(scene))),
    quests: itemsOf(parts, 'quests', () =>
      check
        .items(result.quests, (quest) => quest.name)
        .map((quest) => ({ ...quest, progress: check.lines(quest.progress) })),
    ),
    decisions: itemsOf(parts, 'decisions', () => check.lines(result.decisions)),
    characterMoments: itemsOf(parts, 'characterMoments', () =>
      check
        .items(result.characterMoments, (moment) => moment.text)
        .map((moment) => ({
          ...moment,
          text: check.quotesInside(moment.text, moment.evidence) || moment.text,
        })),
    ),
    combats: itemsOf(parts, 'combats', () =>
      check
        .items(result.combats, (combat) => `${combat.title} ${combat.description}`)
        .map((combat) => ({
          ...combat,
          description: check.quotesInside(combat.description, combat.evidence),
        })),
    ),
    toConfirm: itemsOf(parts, 'toConfirm', () =>
      check.items(result.toConfirm, (confirmation) => confirmation.text),
    ),
  };
  return {
    ...verified,
    warnings: uniqueWarnings([
      ...transcript.warnings,
      ...result.warnings,
      ...check.warnings(),
      ...uncovered(verified, transcript),
    ]),
  };
}

class Check {
  readonly #index: TranscriptIndex;
  #dropped = 0;
  #unquoted = 0;
  #shortened = false;

  constructor(transcript: TranscriptDocument) {
    this.#index = new TranscriptIndex(transcript);
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    const warn = (code: string, message: string) =>
      warnings.push({ code, message, startMs: null, endMs: null });
    if (this.#dropped > 0)
      warn(
        'statementsWithoutEvidence',
        `${count(this.#dropped, 'statement')} left out: not found in the transcript.`,
      );
    if (this.#unquoted > 0)
      warn(
        'quotesNotVerbatim',
        `${count(this.#unquoted, 'quotation')} not word for word in the transcript, so shown without quotation marks.`,
      );
    if (this.#shortened)
      warn('shortened', 'The notes were longer than allowed, so the last statements were left out.');
    return warnings;
  }

  evidence(evidence: Evidence, text: string): Evidence | null {
    return this.#index.repair(evidence) ?? this.#index.locate(text) ?? this.#index.closest(text, SAME_WORDS);
  }

  items<Item extends { evidence: Evidence }>(items: Item[], textOf: (item: Item) => string): Item[] {
    return items.flatMap((item) => {
      const evidence = this.evidence(item.evidence, textOf(item));
      if (evidence) return [{ ...item, evidence }];
      this.#dropped += 1;
      return [];
    });
  }

  lines(lines: Line[]): Line[] {
    return this.items(lines, (line) => line.text).map((line) => ({
      ...line,
      text: this.quotesInside(line.text, line.evidence) || line.text,
    }));
  }

  quotesInside(text: string, evidence: Evidence): string {
    if (!/["“«„]/.test(text)) return text;
    const cited = this.#index.text(evidence);
    return text.replace(
      /“([^“”]*)”|"([^"]*)"|«([^«»]*)»|„([^„“”]*)[“”]/g,
      (whole, ...groups: (string | undefined)[]) => {
        const inner = groups.slice(0, 4).find((group) => group !== undefined) ?? '';
        if (inner.split(/\s+/).filter(Boolean).length < 3) return whole;
        const found = quoteIn(cited, inner);
        if (found?.exact) return whole;
        if (found) return whole.replace(inner, () => found.words.replace(/["“”]/g, ''));
        if (this.#index.locate(inner)) return whole;
        this.#unquoted += 1;
        return inner;
      },
    );
  }

  moment(moment: Moment): Moment[] {
    if (!moment.isQuote) return [moment];
    const description =
      moment.description
        .trim()
        .replace(/^["“«„]+|["”“»]+$/g, '')
        .trim() || moment.description;
    const found = quoteIn(this.#index.text(moment.evidence), description);
    if (found) return [{ ...moment, description: found.exact ? description : found.words }];
    const elsewhere = this.#index.locate(description);
    if (elsewhere) return [{ ...moment, description, evidence: elsewhere }];
    this.#unquoted += 1;
    return [];
  }

  /** Removes what lost its evidence from Markdown and lines alike; cuts an excess with a warning. */
  markdown(markdown: string, lines: Line[], longest: number): { markdown: string; lines: Line[] } {
    let text = '';
    let rest = markdown;
    const kept: Line[] = [];
    for (const line of lines) {
      const at = placeIn(rest, line.text);
      if (at < 0) {
        this.#dropped += 1;
        continue;
      }
      const evidence = this.evidence(line.evidence, line.text);
      const shown = evidence && (this.quotesInside(line.text, evidence) || line.text);
      const before = rest.slice(0, at);
      rest = rest.slice(at + line.text.length);
      text += before;
      if (!evidence || !shown) {
        this.#dropped += 1;
        text = text.replace(/(?:^|\n)(?:[-*] )?$/, '');
        rest = rest.replace(/^ /, '');
        continue;
      }
      if (text.length + shown.length > longest) {
        this.#shortened = true;
        return { markdown: trimDangling(text), lines: kept };
      }
      text += shown;
      kept.push({ ...line, text: shown, evidence });
    }
    if (text.length + rest.length > longest) {
      this.#shortened ||= rest.trim() !== '';
      rest = '';
    }
    return { markdown: trimDangling(text + rest), lines: kept };
  }

  /** Passages and pointers must be in the cited lines word for word. */
  evening(evening: Evening): Evening {
    const said = <Each extends { text: string; evidence: Evidence }>(items: readonly Each[]): Each[] =>
      items.flatMap((item) => {
        const evidence = this.#index.repair(item.evidence);
        if (evidence && quoteIn(this.#index.text(evidence), item.text)?.exact) return [{ ...item, evidence }];
        this.#dropped += 1;
        return [];
      });
    return {
      ...evening,
      chapters: evening.chapters.map((chapter) => ({
        ...chapter,
        title: chapter.title && (said([chapter.title])[0] ?? null),
      })),
      passages: said(evening.passages),
      pointers: said(evening.pointers),
      names: evening.names.filter(({ heard }) =>
        heard.segmentIds.every((id) => this.#index.indexOf(id) !== undefined),
      ),
    };
  }

  scene(scene: Scene): Scene[] {
    const description = this.markdown(scene.description, scene.lines, LONGEST_SUMMARY.comprehensive);
    const keyEvents = this.lines(scene.keyEvents);
    const evidence =
      this.#index.repair(scene.evidence) ?? description.lines[0]?.evidence ?? keyEvents[0]?.evidence;
    if (!evidence) {
      this.#dropped += 1;
      return [];
    }
    return [{ ...scene, description: description.markdown, lines: description.lines, keyEvents, evidence }];
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? ' was' : 's were'}`;

/** Without headings and marks of lists that nothing follows. */
function trimDangling(markdown: string): string {
  const rows = markdown.split('\n');
  while (rows.length > 1 && /^(?:#{1,6} .*|[-*]?\s*)$/s.test(rows.at(-1) ?? '')) rows.pop();
  return rows.join('\n').trimEnd();
}

function uniqueWarnings(warnings: Warning[]): Warning[] {
  const seen = new Set<string>();
  return warnings.filter((warning) => {
    const key = JSON.stringify(warning);
    return seen.size < seen.add(key).size;
  });
}

function uncovered(result: AnalysisResult, transcript: TranscriptDocument): Warning[] {
  const { segments } = transcript;
  if (segments.length < 9) return [];
  const thirds = thirdsOf(transcript);
  const lines = [
    ...result.lines.summary,
    ...result.scenes.flatMap((scene) => [...scene.lines, ...scene.keyEvents]),
  ];
  return thirdsBeside(lines.flatMap(({ evidence }) => thirds(evidence))).flatMap((third) => {
    const part = segments.slice(
      Math.floor((segments.length * third) / 3),
      Math.floor((segments.length * (third + 1)) / 3),
    );
    const words = part.reduce((sum, segment) => sum + segment.text.split(/\s+/).filter(Boolean).length, 0);
    const [first] = part;
    const last = part.at(-1);
    if (words < WORDS_WORTH_COVERING || !first || !last) return [];
    return [
      {
        code: 'partNotCovered',
        message: `The notes say nothing about the ${['first', 'middle', 'last'][third]} third of the session.`,
        startMs: first.startMs,
        endMs: last.endMs,
      },
    ];
  });
}
