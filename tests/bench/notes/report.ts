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

const ROWS: readonly [key: string, name: string, bar: string][] = [
  ['page1', 'The page as it is read, first 1,000 words, against people’s notes: ROUGE-1', '≥ .43'],
  ['page2', 'The same, ROUGE-2', '≥ .085'],
  ['pageL', 'The same, ROUGE-L', '≥ .158'],
  ['recap words', 'Words on that page that are the game master’s own recap', ''],
  ['r1', 'The scenes alone, first 1,000 words, against people’s notes: ROUGE-1', '≥ .43'],
  ['r2', 'The same, ROUGE-2', '≥ .085'],
  ['rL', 'The same, ROUGE-L', '≥ .158'],
  ['own1', 'The scenes alone, against people’s notes without their recap of the evening before: ROUGE-1', ''],
  ['own2', 'The same, ROUGE-2', ''],
  ['ownL', 'The same, ROUGE-L', ''],
  ['next1', 'The same, ROUGE-1, with the recap that the next session brings on top', ''],
  ['next2', 'The same, ROUGE-2', ''],
  ['nextL', 'The same, ROUGE-L', ''],
  ['whole1', 'The scenes alone, whole, against people’s notes, whole: ROUGE-1', ''],
  ['whole2', 'The same, ROUGE-2', ''],
  ['wholeL', 'The same, ROUGE-L', ''],
  ['brief 60 r1', 'Short summary at 60 words, ROUGE-1', ''],
  ['short words', 'Words of the short summary', '≤ 60'],
  ['words', 'Words of the scenes', ''],
  ['people', 'People listed', ''],
  ['quotes', 'Quotes', ''],
  ['statements', 'Lines of scenes, and who was there', ''],
  ['second person', 'Of these, with “you” outside quotation marks', '≤ .005'],
  ['shown twice', 'Of these, shown twice', '≤ .02'],
  ['party recall', 'Party, guessed: recall', ''],
  ['party precision', 'Party, guessed: precision', ''],
  ['played of all people', 'Played characters among all people listed, guessed cast', '≤ .05'],
  ['played among people', 'The same, mean of the sessions’ shares', ''],
  ['played among people, campaign known', 'The same with the campaign’s cast', '0'],
  ['people in notes', 'People whom the human notes name too', '≥ .60'],
  ['places in notes', 'Places that the human notes name too', '≥ .62'],
  ['names recall', 'Names of the human notes that are found', ''],
  ['thirds', 'Thirds of the session that are covered, of the level that covers fewer', '1'],
  ['evidence resolves', 'Evidence that resolves', '1'],
  ['quotes verbatim', 'Quotes that are verbatim', '1'],
  ['plain titles', 'Scenes with a number for a title', ''],
  ['words a second', 'Words a second on one core', '≥ 20,000'],
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
    'ACL 2020, CC BY-SA 4.0), which is not part of the project. We tuned the rules on every fifth session of its folder',
    '`train`. People judged samples of other sessions, and we changed the rules after that. The figures are means over other sessions;',
    'people judged a sample of these, too, before the last changes. Hand rates marked “before” are of earlier rules; ten samples of still',
    'earlier ones came to 67 % to 87 %. “Scene 4” counted as an acceptable title: 50 of the 60 of the fifteenth and the sixteenth reader.',
    '',
    'ROUGE counts the words that the notes share with notes that people wrote. It shows whether a change made things worse, but not',
    'whether a statement is true or reads well. For that, people judge random statements.',
    '',
    'What we compare matters more than the engine. The people’s notes begin with a recap of the evening before. The page that a game',
    'master reads begins with one, too: their own, word for word, under “Previously”. The first rows compare page with page, and much of',
    'what they show is the game master’s own words, not the engine’s choice. The engine chose only the scenes; they stay below',
    'the targets. The rows without the recap compare what the notes say about the evening itself.',
  ];
  for (const { engine, sessions, mean, systems } of engines) {
    lines.push('', `## ${engine}, ${sessions} sessions`, '', '| Figure | Measured | Bar |', '|---|---|---|');
    for (const [key, name, bar] of ROWS) lines.push(`| ${name} | ${shown(mean[key])} | ${bar} |`);
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
    'Highlights are good at who was at the table, whom the party met, where it was, and what places and creatures looked like: the best',
    'lines are the game master’s narration, word for word, and their recap. Every line opens its source. The other lines add no words',
    'except names and “the party” for “you”, which can be wrong. The weakness: the engine picks sentences, it does not understand them.',
    'What players decide, why things happen and how they end is rarely in a single sentence, so it is missing. Of fights the notes have',
    'little more than who fought. A scene without a named place or person is called “Scene 4”: three of four are. An evening has five',
    'lines besides the recap, two or three of them passages (only one in four evenings out of ten); the others say who was there. It has two',
    'people met; the short summary has 10 words. We tuned the rules on one English show whose game master narrates in full sentences; a table that speaks',
    'in fragments gets fewer.',
    '',
    'Our aims are that four of five statements are good enough for notes that somebody paid for, and that at most one in twenty is',
    'ungrammatical. A statement is a sentence of the game master’s recap, a line of a scene, or who was there; titles, people and quotes',
    'are judged apart; the short summary, fights, killing blows and money are not judged. Three samples of 150 statements had five readers',
    'each, none of whom wrote the rules. They accepted 131, 127, and with nearly the present rules 135 (90 %), called 3, 1 and 1',
    'ungrammatical and one untrue: **both aims are met for the page as a whole.** Two thirds of its statements are the recap, the game',
    'master’s own words: readers accepted 281 of 305 of them (92 %). Of what the engine itself chooses they accepted less: 61 of 72 lines',
    'of scenes (85 %) and 51 of 73 lines that say who was there (70 %), together 77 %, and 39 of 46 in the third sample. All samples are',
    'of 137 sessions of one show. Their recaps and lines of who was there had not been judged before the first sample; nearly all of their',
    'lines of scenes had, and the rules follow those verdicts: of lines of scenes that no sample had before, readers once accepted 97 of',
    '136, and of all lines of six other sessions 16 of 26. So expect three of four there. What is refused does not say who or what it is',
    'about, breaks off before what matters, happened to one character only, or is a joke of the table. A session whose game master does',
    'not tell what happened before has only its scenes.',
    '',
    'The table lists the engine with a language model only if a real model ran. Tests without a model say nothing about quality.',
    '',
  );
  return lines.join('\n');
}
