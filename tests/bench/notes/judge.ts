/**
 * Draws random statements with their transcript, for a person to judge.
 * Usage: npm run judge -- [--engine highlights] [--count 150] [--seed 1] [--out .judge] [SESSION …]
 * npm run judge -- --terminal judge here, key by key
 * npm run judge -- --verdicts FILE … print the rates of saved verdicts; --write keeps them
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { type Drawn, draw, itemsOf } from './draw.ts';
import { engineNamed } from './engines.ts';
import { readSession, reported } from './episodes.ts';
import { judgePage } from './judge-page.ts';
import { readOptions, refuse } from './options.ts';
import { rateCells, writeVerdicts } from './report.ts';
import { passageVerdict, ratesOf, readVerdicts, type Sample, type Verdicts } from './verdicts.ts';

const options = readOptions();
if (options.verdicts.length > 0) {
  const files = options.verdicts.map(read);
  for (const file of files) print(file);
  if (options.write) writeVerdicts(files);
} else {
  const sessions = options.episodes.length > 0 ? options.episodes : reported(options.folder);
  const sample: Sample = { seed: options.seed, count: options.count, sessions };
  const engine = engineNamed(options.engine);
  const drawn = await drawFrom(engine, sample);
  mkdirSync(options.out, { recursive: true });
  writeFileSync(
    join(options.out, 'sample.json'),
    JSON.stringify({ engine: engine.id, sample, drawn }, null, 1),
  );
  writeFileSync(join(options.out, 'judge.html'), judgePage(engine.id, sample, drawn));
  console.log(`${drawn.length} items are in ${options.out}: open judge.html, or read sample.json.`);
  console.log('Then: npm run judge -- --verdicts verdicts.json [--write]');
  if (options.terminal) await ask({ engine: engine.id, judge: options.judge, sample, verdicts: [] }, drawn);
}

async function drawFrom(engine: ReturnType<typeof engineNamed>, sample: Sample): Promise<Drawn[]> {
  const items: Drawn[] = [];
  for (const episode of sample.sessions) {
    const transcript = transcriptOf(readSession(options.sessions.get(episode)!).turns);
    const request = {
      transcript,
      detailLevel: 'comprehensive' as const,
      language: null,
      campaign: noCampaign,
    };
    items.push(...itemsOf(episode, transcript, await takeNotes(engine, request, inMemoryStageContext({}))));
  }
  return draw(items, sample.count, sample.seed);
}

function read(file: string): Verdicts {
  try {
    return readVerdicts(file);
  } catch {
    return refuse(`"${file}" is not a file of verdicts`);
  }
}

function print(verdicts: Verdicts): void {
  console.log(`\n${verdicts.engine}, judged by ${verdicts.judge}`);
  for (const rate of ratesOf(verdicts).rates) {
    const { counted, percent, interval } = rateCells(rate);
    console.log(`${rate.name.padEnd(52)}${counted}  ${percent}  (${interval})`);
  }
}

async function ask(saved: Verdicts, drawn: Drawn[]): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const file = join(options.out, 'verdicts.json');
  for (const [index, item] of drawn.entries()) {
    if (item.kind === 'passage') {
      console.log(`\n${index + 1}/${drawn.length} passage\n  ${item.text}`);
      const alone = await terminal.question('Understandable alone? yes (y), no (n), stop (q): ');
      if (alone === 'q') break;
      console.log(item.around.map((line) => line.slice(0, 400)).join('\n'));
      const keep = await terminal.question('Worth keeping? yes (y), no (n): ');
      saved.verdicts.push(passageVerdict(item, { isKept: keep === 'y', isClearAlone: alone === 'y' }));
      writeFileSync(file, JSON.stringify(saved, null, 1));
      continue;
    }
    console.log(
      `\n${item.around.map((line) => line.slice(0, 400)).join('\n')}\n\n${index + 1}/${drawn.length} ${item.kind}, ${item.where}\n  ${item.text}`,
    );
    const answer = await terminal.question(
      'right (r), wrong (w), untrue (f), ungrammatical (g), unclear (u), stop (q): ',
    );
    if (answer === 'q') break;
    saved.verdicts.push({
      id: item.id,
      kind: item.kind,
      verdict: answer === 'r' ? 'right' : answer === 'u' ? 'unclear' : 'wrong',
      ...(answer === 'g' ? { ungrammatical: true } : {}),
      ...(answer === 'f' ? { untrue: true } : {}),
    });
    writeFileSync(file, JSON.stringify(saved, null, 1));
  }
  terminal.close();
  print(saved);
}
