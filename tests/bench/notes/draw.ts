import { createHash } from 'node:crypto';
import type { AnalysisResult, Evidence } from '#contract/analysis-result.ts';
import { chapterTitle } from '#contract/evening-text.ts';
import { peopleTitles } from '#contract/result-parts.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { isStatement, type Kind } from './verdicts.ts';

export interface Drawn {
  id: string;
  kind: Kind;
  episode: string;
  text: string;
  where: string;
  around: string[];
}

/** Everything in the notes that can be judged. The same text twice in a session is one item. */
export function itemsOf(episode: string, transcript: TranscriptDocument, result: AnalysisResult): Drawn[] {
  const items = new Map<string, Drawn>();
  const add = (kind: Kind, text: string, where: string, lines: string[]) => {
    const id = `${episode}-${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 10)}`;
    if (!items.has(id)) items.set(id, { id, kind, episode, text, where, around: lines });
  };
  const said = (evidence: Evidence) => around(transcript, evidence);
  const chapters = (result.evening?.chapters ?? []).map((chapter, at) => ({
    ...chapter,
    title: chapterTitle(chapter, at),
  }));
  const chapterAt = (evidence: Evidence) =>
    chapters.findLast(({ startMs }) => startMs <= evidence.startMs)?.title ?? '';
  for (const { text, evidence } of result.lines.summary)
    add(result.evening === undefined ? 'statement' : 'passage', text, chapterAt(evidence), said(evidence));
  for (const [at, { text, evidence }] of result.lines.previouslyOn.entries()) {
    const before = result.lines.previouslyOn.slice(Math.max(0, at - 2), at);
    add('recap', text, ['Previously', ...before.map((line) => line.text)].join(' · '), said(evidence));
  }
  for (const { title, evidence } of chapters) {
    const inside = result.lines.summary.filter(
      (line) => line.evidence.startMs >= evidence.startMs && line.evidence.endMs <= evidence.endMs,
    );
    add(
      'title',
      title,
      'Lines of the chapter below',
      inside.map(({ text }) => text),
    );
  }
  for (const { name, presence, evidence } of result.npcs)
    add('person', name, peopleTitles[presence ?? 'met'], said(evidence));
  return [...items.values()];
}

const SHARES = { title: 1 / 3, person: 1 / 3 };

/** `count` of all statements, and a share of it of each other kind. The same seed draws the same items. */
export function draw(items: readonly Drawn[], count: number, seed: number): Drawn[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const some = (of: (item: Drawn) => boolean, share: number) =>
    items
      .filter(of)
      .map((item) => ({ item, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, Math.round(count * share))
      .map(({ item }) => item);
  return [
    ...some(isStatement, 1),
    ...Object.entries(SHARES).flatMap(([kind, share]) => some((item) => item.kind === kind, share)),
  ];
}

const BEFORE_FIRST = 6;
const BESIDE = 3;
const MOST_AROUND = 40;

/** All cited segments, what was said around each if there is room, and "…" where segments are left out. */
function around(transcript: TranscriptDocument, evidence: Evidence): string[] {
  const ids = new Set(evidence.segmentIds);
  const labels = new Map(transcript.speakers.map(({ id, label }) => [id, label]));
  const cited = transcript.segments.flatMap(({ id }, at) => (ids.has(id) ? [at] : []));
  const near = (beside: number) => {
    const isNear = (at: number) =>
      cited.some((each) => Math.abs(at - each) <= beside) ||
      (at < cited[0]! && at >= cited[0]! - BEFORE_FIRST);
    return transcript.segments.flatMap((_, at) => (isNear(at) ? [at] : []));
  };
  const widest = [BESIDE, 1, 0].map(near).find(({ length }) => length <= MOST_AROUND);
  const shown = widest ?? near(0);
  return shown.flatMap((at, place) => {
    const { id, speakerId, text } = transcript.segments[at]!;
    const line = `${ids.has(id) ? '> ' : ''}${labels.get(speakerId ?? '') ?? '?'}: ${text}`;
    return place > 0 && shown[place - 1] !== at - 1 ? ['…', line] : [line];
  });
}
