import { AnalysisResult, type Evidence, type Line } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';

const words = (text: string): string =>
  ` ${(
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? []
  ).join(' ')} `;

export function resultFaults(result: AnalysisResult, transcript: TranscriptDocument): string[] {
  const faults: string[] = [];
  const parsed = AnalysisResult.safeParse(result);
  if (!parsed.success)
    faults.push(`schema: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`);
  const segments = new Map(transcript.segments.map((segment) => [segment.id, segment]));

  const evidence = (where: string, { segmentIds, startMs, endMs }: Evidence): string => {
    const cited = segmentIds.map((id) => segments.get(id));
    if (cited.some((segment) => segment === undefined)) faults.push(`${where}: cites what is not there`);
    const found = cited.filter((segment) => segment !== undefined);
    if (found.length === 0) return '';
    if (startMs !== Math.min(...found.map((segment) => segment.startMs))) faults.push(`${where}: startMs`);
    if (endMs !== Math.max(...found.map((segment) => segment.endMs))) faults.push(`${where}: endMs`);
    return found.map((segment) => segment.text).join(' ');
  };
  const quotations = (where: string, text: string, cited: string) => {
    for (const [, quoted] of text.matchAll(/“([^”]+)”/g))
      if (!words(cited).includes(words(quoted!))) faults.push(`${where}: not said: ${quoted}`);
  };
  const said = (where: string, { text, ...rest }: Line & { startMs?: number; endMs?: number }) => {
    const cited = evidence(where, rest.evidence);
    if (!cited.replace(/\s+/g, ' ').includes(text.replace(/\s+/g, ' ')))
      faults.push(`${where}: not said: ${text}`);
    const { startMs = rest.evidence.startMs, endMs = rest.evidence.endMs } = rest;
    if (startMs < rest.evidence.startMs || endMs > rest.evidence.endMs || endMs < startMs)
      faults.push(`${where}: plays other seconds`);
  };
  const lines = (where: string, markdown: string, list: Line[]) => {
    let from = 0;
    for (const line of list) {
      const at = markdown.indexOf(line.text, from);
      if (at < 0) faults.push(`${where}: line not in Markdown: ${line.text}`);
      else from = at + line.text.length;
    }
    each(where, list);
  };
  const each = (where: string, list: Line[]) => {
    for (const line of list) quotations(where, line.text, evidence(where, line.evidence));
  };

  lines('shortSummary', result.shortSummary, result.lines.shortSummary);
  lines('summary', result.summary, result.lines.summary);
  lines('previouslyOn', result.previouslyOn, result.lines.previouslyOn);
  for (const scene of result.scenes) {
    lines('scene', scene.description, scene.lines);
    each('key event', scene.keyEvents);
    evidence('scene', scene.evidence);
  }
  for (const moment of result.memorableMoments) {
    const cited = evidence('moment', moment.evidence);
    if (moment.isQuote && !words(cited).includes(words(moment.description)))
      faults.push(`moment: not said: ${moment.description}`);
  }
  each('open thread', result.openThreads);
  each('decision', result.decisions);
  for (const quest of result.quests) each('quest', quest.progress);
  for (const moment of result.characterMoments)
    quotations('character moment', moment.text, evidence('character moment', moment.evidence));
  for (const item of [...result.npcs, ...result.locations, ...result.items, ...result.factions])
    quotations('name', item.description, evidence('name', item.evidence));
  for (const item of [...result.combats, ...result.toConfirm]) evidence('item', item.evidence);
  for (const { title } of result.evening?.chapters ?? []) if (title) said('title', title);
  for (const passage of result.evening?.passages ?? []) said('passage', passage);
  for (const pointer of result.evening?.pointers ?? []) said('pointer', pointer);
  for (const { name, heard, count } of result.evening?.names ?? []) {
    if (heard.segmentIds.length !== heard.startsMs.length) faults.push(`${name}: times without lines`);
    if (heard.segmentIds.length > count) faults.push(`${name}: ${count}, in more lines`);
    for (const [at, id] of heard.segmentIds.entries())
      if (segments.get(id)?.startMs !== heard.startsMs[at]) faults.push(`${name}: wrong time`);
  }
  if (result.kind === 'notes' && result.detailLevel === 'brief') {
    if (result.summary.length > 6000) faults.push('brief summary too long');
    if (result.memorableMoments.length > 5) faults.push('too many moments');
    if (result.openThreads.length > 5) faults.push('too many open threads');
    if (result.scenes.length + result.quests.length + result.decisions.length > 0)
      faults.push('brief with details');
  }
  return faults;
}

export function coveredThirds(result: AnalysisResult, transcript: TranscriptDocument): boolean[] {
  const positions = new Map(transcript.segments.map((segment, index) => [segment.id, index]));
  const covered = [false, false, false];
  for (const line of result.lines.summary)
    for (const id of line.evidence.segmentIds)
      covered[Math.min(2, Math.floor((positions.get(id)! * 3) / transcript.segments.length))] = true;
  return covered;
}
