import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Figures } from './figures.ts';
import { refuse } from './options.ts';
import { type HandRates, keepVerdicts, keptVerdicts, ratesOf, type Verdicts } from './verdicts.ts';
import { wilson } from './wilson.ts';

const data = new URL('./quality.json', import.meta.url);
const page = new URL('../../../docs/quality.md', import.meta.url);

export interface Quality {
  engines: Figures[];
  /** Of samples whose verdicts were not kept. */
  hand: HandRates[];
}

const ScoresSchema = z.record(z.string(), z.number().nullable());
const QualitySchema = z.object({
  engines: z.array(
    z.object({
      engine: z.string(),
      sessions: z.number(),
      mean: ScoresSchema,
      systems: z.record(z.string(), ScoresSchema),
    }),
  ),
  hand: z.array(
    z.object({
      engine: z.string(),
      judge: z.string(),
      rates: z.array(z.object({ name: z.string(), right: z.number(), of: z.number() })),
    }),
  ),
});

export const readQuality = (): Quality => QualitySchema.parse(JSON.parse(readFileSync(data, 'utf8')));

export function writeQuality(figures: Figures): void {
  const quality = readQuality();
  const others = quality.engines.filter(({ engine }) => engine !== figures.engine);
  const changed = { ...quality, engines: [...others, figures] };
  writeFileSync(data, `${JSON.stringify(changed, null, 2)}\n`);
  writeFileSync(page, qualityPage(changed, keptVerdicts()));
}

/** Keeps the verdicts beside this file, without texts, and adds their rates to the page. */
export function writeVerdicts(files: readonly Verdicts[]): void {
  if (files.some(({ judge }) => judge === 'unnamed'))
    refuse('To keep verdicts, name their "judge" in the file');
  for (const file of files) keepVerdicts(file);
  writeFileSync(page, qualityPage(readQuality(), keptVerdicts()));
}

export function rateCells({ right, of }: { right: number; of: number }) {
  const { low, high } = wilson(right, of);
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  return {
    counted: `${right} of ${of}`,
    percent: percent(right / of),
    interval: `${percent(low)}–${percent(high)}`,
  };
}

const ROWS: readonly [key: string, name: string, bar: string, chance?: string][] = [
  ['page words per 30,000', 'Words of passages for 30,000 spoken', '900–1,100'],
  [
    'events',
    'Events of people’s notes with three tenths of their words on the page',
    '≥ .07',
    'events by chance',
  ],
  ['names on the page', 'Names of people’s notes on the page', '≥ .36', 'names by chance'],
  ['tenths', 'Tenths of the evening with a passage', '≥ .9'],
  ['thirds', 'Thirds with a passage, of the level that covers fewer', '1'],
  ['statements', 'Passages', ''],
  ['page2', 'The page against people’s notes, first 1,000 words: ROUGE-2 (a smoke alarm)', '≥ .085'],
  ['recap words', 'Words of the game master’s own recap', ''],
  ['short words', 'Words of “In short”', ''],
  ['people', 'People listed', ''],
  ['people in notes', 'People whom the human notes name too', '≥ .60'],
  ['places in notes', 'Places that the human notes name too', '≥ .62'],
  ['played of all people', 'Played characters among all people listed, guessed cast', '≤ .05'],
  ['party recall', 'Party, guessed: recall', ''],
  ['party precision', 'Party, guessed: precision', ''],
  ['shown twice', 'Passages shown twice', '0'],
  ['evidence resolves', 'Evidence that resolves', '1'],
  ['quotes verbatim', 'Quotes that are verbatim', '1'],
  ['words a second', 'Words a second on one core', '≥ 30,000'],
];

function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (value >= 1000) return Math.round(value / 1000) * 1000 === 0 ? '0' : `${Math.round(value / 1000)},000`;
  return value >= 10 ? value.toFixed(0) : value.toFixed(3);
}

/** Rates from `kept` verdicts can be computed again; those in `quality` are all that is known. */
export function qualityPage({ engines, hand: earlier }: Quality, kept: readonly Verdicts[]): string {
  const hand = [...earlier, ...kept.map(ratesOf)];
  const lines = [
    '# How good the notes are',
    '',
    'Written by `npm run bench:notes -- --write` and `npm run judge -- --verdicts FILE --write`. Corpus: CRD3 (R. Rameshkumar and P. Bailey,',
    'ACL 2020, CC BY-SA 4.0), which is not part of the project. The weights were fitted on four fifths of its folder `train`; the figures are means over',
    'the others. Coverage stands first: precision alone once led to a page of three lines. “By chance” is a page of as many words of random turns.',
  ];
  for (const { engine, sessions, mean, systems } of engines) {
    lines.push(
      '',
      `## ${engine}, ${sessions} sessions`,
      '',
      '| Figure | Measured | By chance | Bar |',
      '|---|---|---|---|',
    );
    for (const [key, name, bar, chance] of ROWS)
      lines.push(`| ${name} | ${shown(mean[key])} | ${chance ? shown(mean[chance]) : ''} | ${bar} |`);
    lines.push(
      '',
      '| Reference at 1,000 words | ROUGE-1 | ROUGE-2 | ROUGE-L | Without the recap: 1 | 2 | L |',
      '|---|---|---|---|---|---|---|',
    );
    for (const [name, scores] of Object.entries(systems))
      lines.push(
        `| ${name} | ${['r1', 'r2', 'rL', 'own1', 'own2', 'ownL'].map((key) => shown(scores[key])).join(' | ')} |`,
      );
  }
  lines.push('', '## Judged by hand', '');
  if (hand.length === 0) lines.push('No sample has been judged yet.');
  else {
    lines.push('| Engine | Judge | What | Right | Rate | 95 % interval |', '|---|---|---|---|---|---|');
    for (const { engine, judge, rates } of hand)
      for (const rate of rates) {
        const { counted, percent, interval } = rateCells(rate);
        lines.push(`| ${engine} | ${judge} | ${rate.name} | ${counted} | ${percent} | ${interval} |`);
      }
    lines.push(
      '',
      `\`tests/bench/notes/verdicts\` has the verdicts of ${kept.length === 0 ? 'each sample that is written from now on' : `the last ${kept.length === 1 ? 'sample' : `${kept.length} samples`}`}: names of lines and what was`,
      'said about them, without texts. The verdicts of the samples before were not kept, so their rates cannot be computed again.',
    );
  }
  lines.push(
    '',
    '## In plain words',
    '',
    'Highlights quote. A passage is two to four sentences of one turn, word for word, with its speaker and its place in the recording, so it cannot be',
    'wrong or ungrammatical; it can be beside the point. A page of 1,000 words has the substance of one in thirteen of the events that people wrote down,',
    'about three times as many as chance, and a passage from nearly every tenth of the evening. It needs no names of speakers, capitals or punctuation. Of what',
    'players decide and why there is little, because that is spread over many turns. All figures are of one English show; nobody has judged this page by hand yet.',
    '',
    'The table lists the engine with a language model only if a real model ran. Tests without a model say nothing about quality.',
    '',
  );
  return lines.join('\n');
}
