/**
 * Draws random statements with their transcript, for a person to judge.
 * Usage: npm run judge -- [--engine highlights] [--count 150] [--out .judge] [SESSION …]
 * npm run judge -- --terminal judge here, key by key
 * npm run judge -- --verdicts FILE … print the rates of saved verdicts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Evidence } from '#contract/analysis-result.ts';
import { peopleTitles } from '#contract/result-parts.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { engineNamed } from './engines.ts';
import { readSession, reported } from './episodes.ts';
import { judgePage } from './judge-page.ts';
import { readOptions } from './options.ts';
import { writeVerdicts } from './report.ts';
import { wilson } from './wilson.ts';

export type Kind = 'statement' | 'title' | 'person' | 'quote';

export interface Drawn {
  id: string;
  kind: Kind;
  episode: string;
  text: string;
  where: string;
  around: string[];
}

export interface Verdict {
  id: string;
  kind: Kind;
  verdict: 'right' | 'wrong' | 'unclear';
  ungrammatical?: boolean;
}

export interface Verdicts {
  engine: string;
  judge: string;
  verdicts: Verdict[];
}

const options = readOptions();
if (options.verdicts.length > 0) {
  const files = options.verdicts.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Verdicts);
  for (const file of files) print(file);
  if (options.write) writeVerdicts(files);
} else {
  const drawn = await draw();
  mkdirSync(options.out, { recursive: true });
  const engine = engineNamed(options.engine).id;
  writeFileSync(join(options.out, 'sample.json'), JSON.stringify({ engine, drawn }, null, 1));
  writeFileSync(join(options.out, 'judge.html'), judgePage(engine, drawn));
  console.log(`${drawn.length} items are in ${options.out}: open judge.html, or read sample.json.`);
  console.log('Then: npm run judge -- --verdicts verdicts.json');
  if (options.terminal) await ask(engine, drawn);
}

async function draw(): Promise<Drawn[]> {
  const episodes = options.episodes.length > 0 ? options.episodes : reported(options.folder);
  const engine = engineNamed(options.engine);
  const pools: Record<Kind, Drawn[]> = { statement: [], title: [], person: [], quote: [] };
  for (const episode of episodes) {
    const transcript = transcriptOf(readSession(options.sessions.get(episode)!).turns);
    const request = {
      transcript,
      detailLevel: 'comprehensive' as const,
      language: null,
      campaign: noCampaign,
    };
    const result = await takeNotes(engine, request, inMemoryStageContext({}));
    const add = (kind: Kind, text: string, where: string, evidence: Evidence) =>
      pools[kind].push({
        id: `${episode}-${kind}-${pools[kind].length}`,
        kind,
        episode,
        text,
        where,
        around: around(transcript, evidence),
      });
    const sceneAt = (evidence: Evidence) =>
      result.scenes.findLast((scene) => scene.evidence.startMs <= evidence.startMs)?.title ?? '';
    for (const line of result.lines.summary)
      if (!/^(With|Also named:) /.test(line.text))
        add('statement', line.text, sceneAt(line.evidence), line.evidence);
    for (const row of result.glance)
      if (row.label === 'Where it stops')
        for (const entry of row.entries) add('statement', entry.text, row.label, entry.evidence);
    for (const scene of result.scenes) {
      const inside = result.lines.summary.filter(
        ({ evidence }) =>
          evidence.startMs >= scene.evidence.startMs && evidence.endMs <= scene.evidence.endMs,
      );
      pools.title.push({
        id: `${episode}-title-${pools.title.length}`,
        kind: 'title',
        episode,
        text: scene.title,
        where: 'Lines of the scene below',
        around: inside.map((line) => line.text),
      });
    }
    for (const person of result.npcs)
      add(
        'person',
        person.name,
        person.presence === 'spokenOf' ? peopleTitles.spokenOf : peopleTitles.met,
        person.evidence,
      );
    for (const moment of result.memorableMoments)
      if (moment.isQuote) add('quote', moment.description, moment.speaker ?? '', moment.evidence);
  }
  const count = Number(options.count);
  const shares: Record<Kind, number> = {
    statement: count,
    title: count / 3,
    person: count / 3,
    quote: count / 5,
  };
  let state = Number(options.seed);
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (Object.keys(pools) as Kind[]).flatMap((kind) => {
    const pool = pools[kind].map((item) => ({ item, order: random() })).sort((a, b) => a.order - b.order);
    return pool.slice(0, Math.round(shares[kind])).map(({ item }) => item);
  });
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

function print({ engine, judge, verdicts }: Verdicts): void {
  console.log(`\n${engine}, judged by ${judge}`);
  const rate = (name: string, right: number, of: number) => {
    if (of === 0) return;
    const { low, high } = wilson(right, of);
    const percent = (value: number) => `${Math.round(value * 100)} %`;
    console.log(
      `${name.padEnd(28)}${right} of ${of}  ${percent(right / of)}  (${percent(low)} to ${percent(high)})`,
    );
  };
  for (const kind of ['statement', 'title', 'person', 'quote'] as const) {
    const own = verdicts.filter((each) => each.kind === kind);
    rate(`${kind}s right`, own.filter(({ verdict }) => verdict === 'right').length, own.length);
    if (kind === 'statement')
      rate('statements ungrammatical', own.filter(({ ungrammatical }) => ungrammatical).length, own.length);
  }
}

async function ask(engine: string, drawn: Drawn[]): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const file = join(options.out, 'verdicts.json');
  const saved: Verdicts = { engine, judge: options.judge, verdicts: [] };
  for (const [index, item] of drawn.entries()) {
    console.log(
      `\n${item.around.map((line) => line.slice(0, 400)).join('\n')}\n\n${index + 1}/${drawn.length} ${item.kind}, ${item.where}\n  ${item.text}`,
    );
    const answer = await terminal.question(
      'right (r), wrong (w), ungrammatical (g), unclear (u), stop (q): ',
    );
    if (answer === 'q') break;
    saved.verdicts.push({
      id: item.id,
      kind: item.kind,
      verdict: answer === 'r' ? 'right' : answer === 'u' ? 'unclear' : 'wrong',
      ...(answer === 'g' ? { ungrammatical: true } : {}),
    });
    writeFileSync(file, JSON.stringify(saved, null, 1));
  }
  terminal.close();
  print(saved);
}
