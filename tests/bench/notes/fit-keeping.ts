/**
 * Fits the weights of `keeping.ts` on what readers said of passages (`keeping.json`) and writes them. By hand:
 * npm run fit:keeping [-- --folder DIR]. No passage is of a session that `npm run bench:notes` reports.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { keepingValuesOf } from '#server/engines/notes/highlights/keeping.ts';
import { keepingFeatures } from '#server/engines/notes/highlights/keeping-weights.ts';
import { salienceOf } from '#server/engines/notes/highlights/salience.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { readSession } from './episodes.ts';
import { fitJudged, type Judged, writeWeights } from './logistic.ts';
import { readOptions } from './options.ts';

const PENALTY = 30;
const ROUNDS = 8;
const FOLDS = 10;
const WEIGHTS = new URL('../../../src/server/engines/notes/highlights/keeping-weights.ts', import.meta.url);

/** Session, first sentence, sentences, words, whether a reader would keep it, whether it is clear alone. */
const Label = z.tuple([z.string(), z.int(), z.int(), z.int(), z.literal([0, 1]), z.literal([0, 1])]);
const judged = z
  .array(Label)
  .parse(JSON.parse(readFileSync(new URL('./keeping.json', import.meta.url), 'utf8')));

const { sessions } = readOptions();
const episodes = [...new Set(judged.map(([episode]) => episode))].sort();
const rows: Record<'kept' | 'clear', Judged[]> = { kept: [], clear: [] };
for (const [at, episode] of episodes.entries()) {
  const file = sessions.get(episode);
  if (file === undefined) continue;
  const prepared = await prepare(transcriptOf(readSession(file).turns), noCampaign);
  const valuesOf = keepingValuesOf(prepared, salienceOf(prepared));
  for (const [, from, count, words, isKept, isClear] of judged.filter(([of]) => of === episode)) {
    const sentences = prepared.speech.sentences.slice(from, from + count);
    if (sentences.reduce((sum, each) => sum + each.words.length, 0) !== words) {
      console.error(`${episode}, sentence ${from}: not what was judged`);
      continue;
    }
    const own = valuesOf(sentences);
    const row = { values: keepingFeatures.map((feature) => own[feature]), fold: at % FOLDS };
    rows.kept.push({ ...row, label: isKept * isClear });
    rows.clear.push({ ...row, label: isClear });
  }
}

for (const [into, judgedRows] of Object.entries(rows)) {
  const { area, bias, weights, means } = fitJudged(judgedRows, { penalty: PENALTY, rounds: ROUNDS });
  console.error(
    `${into}: ${judgedRows.length} passages; area under the curve on evenings that were left out ${area.toFixed(3)}`,
  );
  writeWeights(WEIGHTS, ['bias', ...keepingFeatures], { bias, weights: [bias, ...weights], into });
  writeWeights(WEIGHTS, keepingFeatures, { bias, weights: means, into: 'means' });
}
