import { createHash } from 'node:crypto';
import type { AnalysisResult, Evidence } from '#contract/analysis-result.ts';
import { peopleTitles } from '#contract/result-parts.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { KINDS, type Kind } from './verdicts.ts';

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
  const sceneAt = (evidence: Evidence) =>
    result.scenes.findLast((scene) => scene.evidence.startMs <= evidence.startMs)?.title ?? '';
  // What the page shows above a line: its scene's title, and who was there.
  let above = '';
  for (const { text, evidence } of result.lines.summary) {
    const title = sceneAt(evidence);
    if (!result.summary.includes(`- ${text}`)) above = `${title} · ${text}`;
    else add('statement', text, above.startsWith(`${title} · `) ? above : title, said(evidence));
  }
  for (const { label, entries } of result.glance)
    if (label === 'Where it stops')
      for (const { text, evidence } of entries) add('statement', text, label, said(evidence));
  for (const { title, evidence } of result.scenes) {
    const inside = result.lines.summary.filter(
      (line) => line.evidence.startMs >= evidence.startMs && line.evidence.endMs <= evidence.endMs,
    );
    add(
      'title',
      title,
      'Lines of the scene below',
      inside.map(({ text }) => text),
    );
  }
  for (const { name, presence, evidence } of result.npcs)
    add('person', name, peopleTitles[presence ?? 'met'], said(evidence));
  for (const { isQuote, description, speaker, evidence } of result.memorableMoments)
    if (isQuote) add('quote', description, speaker ?? '', said(evidence));
  return [...items.values()];
}

const SHARES: Record<Kind, number> = { statement: 1, title: 1 / 3, person: 1 / 3, quote: 1 / 5 };

/** `count` statements, and a share of it of the other kinds. The same seed draws the same items. */
export function draw(items: readonly Drawn[], count: number, seed: number): Drawn[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return KINDS.flatMap((kind) =>
    items
      .filter((item) => item.kind === kind)
      .map((item) => ({ item, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, Math.round(count * SHARES[kind]))
      .map(({ item }) => item),
  );
}

function around(transcript: TranscriptDocument, evidence: Evidence): string[] {
  const cited = new Set(evidence.segmentIds);
  const first = transcript.segments.findIndex(({ id }) => cited.has(id));
  const last = transcript.segments.findLastIndex(({ id }) => cited.has(id));
  const labels = new Map(transcript.speakers.map(({ id, label }) => [id, label]));
  return transcript.segments
    .slice(Math.max(0, first - 6), Math.min(first + 12, last + 3))
    .map(
      ({ id, speakerId, text }) =>
        `${cited.has(id) ? '> ' : ''}${labels.get(speakerId ?? '') ?? '?'}: ${text}`,
    );
}
