/** Usage: npm run bench:notes [-- --engine highlights|configured] [--folder DIR] [--write] [SESSION …] */

import { readAlignments } from './coverage.ts';
import { engineNamed } from './engines.ts';
import { readSession, reported } from './episodes.ts';
import { figuresOf } from './figures.ts';
import { readOptions } from './options.ts';
import { writeQuality } from './report.ts';

const options = readOptions();
const episodes = options.episodes.length > 0 ? options.episodes : reported(options.folder);

const figures = await figuresOf(
  engineNamed(options.engine),
  episodes,
  (episode) => {
    const file = options.sessions.get(episode);
    return file === undefined ? null : readSession(file);
  },
  (episode, scores) =>
    console.log(
      `${episode}  ${['events', 'names on the page', 'tenths', 'page words', 'statements'].map((key) => `${key} ${shown(scores[key] ?? null)}`).join('  ')}`,
    ),
  readAlignments(options.folder),
);

console.log(`\n${figures.engine}, mean of ${figures.sessions} sessions`);
for (const [key, value] of Object.entries(figures.mean)) console.log(`${key.padEnd(38)}${shown(value)}`);
console.log('\nReference systems at 1,000 words');
for (const [name, scores] of Object.entries(figures.systems))
  console.log(
    `${name.padEnd(12)}${Object.entries(scores)
      .map(([key, value]) => `${key} ${shown(value)}`)
      .join('  ')}`,
  );
if (options.write) writeQuality(figures);

function shown(value: number | null): string {
  if (value === null) return '–';
  return value >= 20 ? value.toFixed(0) : value.toFixed(3);
}
