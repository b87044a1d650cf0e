/**
 * Fits the weights of the sheet for the next evening on what readers said of its lines (`prep.json`) and writes them. By hand:
 * npm run fit:prep [-- --folder DIR]. No line is of a session that the sheets in docs/quality.md are made of.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Passage } from '#contract/analysis-result.ts';
import { compose } from '#server/engines/notes/highlights/compose.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { passagesFor } from '#server/world/prep-passages.ts';
import { prepFeatures } from '#server/world/prep-weights.ts';
import { untilEnd } from '#server/world/said.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { readSession } from './episodes.ts';
import { fitJudged, type Judged, writeWeights } from './logistic.ts';
import { readOptions } from './options.ts';

const PENALTY = 20;
const ROUNDS = 8;
const OFF_PAGE = 15;
/** Lines of a sheet. */
const ON_A_SHEET = [4, 5, 6, 7];
const WEIGHTS = new URL('../../../src/server/world/prep-weights.ts', import.meta.url);

/** Session, part, turn, first character of what was picked of it, characters, whether a reader wants it and its heading is true, whether they were to judge strictly. */
const Label = z.tuple([
  z.string(),
  z.enum(['stopped', 'said', 'plan']),
  z.int(),
  z.int(),
  z.int(),
  z.literal([0, 1]),
  z.literal([0, 1]),
]);
const labels = z
  .array(Label)
  .parse(JSON.parse(readFileSync(new URL('./prep.json', import.meta.url), 'utf8')));

const { sessions } = readOptions();
const episodes = [...new Set(labels.map(([episode]) => episode))].sort();
const rows: Judged[] = [];
for (const [fold, episode] of episodes.entries()) {
  const file = sessions.get(episode);
  if (file === undefined) continue;
  const transcript = transcriptOf(readSession(file).turns);
  const judged = labels.filter(([of]) => of === episode);
  const { evening = null } = compose(await prepare(transcript, noCampaign), 'comprehensive');
  if (evening === null) continue;
  // What the page picked then, whatever it picks now.
  const picked = judged.flatMap(([, part, turn, from, characters]): Passage[] => {
    const segment = transcript.segments[turn];
    if (part !== 'said' || segment === undefined) return [];
    const { id, speakerId, startMs, endMs, text } = segment;
    const now = evening.passages.find(({ evidence }) => evidence.segmentIds.includes(id));
    const evidence = { segmentIds: [id], startMs, endMs };
    const shown = { chapter: 0, shown: 'more', hidden: false, rank: now?.rank ?? OFF_PAGE } as const;
    const said = { id, speakerId, speaker: null, startMs, endMs, evidence };
    return [{ ...shown, ...said, text: text.slice(from, from + characters) }];
  });
  const passages = passagesFor(untilEnd(transcript.segments, { evening }), {
    evening: { ...evening, passages: [...evening.passages, ...picked] },
  });
  for (const [, part, turn, , characters, label, isStrict] of judged) {
    const passage = passages.find(
      ({ part: each, values, turn: at, text }) =>
        at === turn &&
        text.length === characters &&
        values.stopped === Number(part === 'stopped') &&
        (each === 'plan') === (part === 'plan'),
    );
    if (passage === undefined) console.error(`${episode} ${part} ${turn} ${characters}: not what was judged`);
    else
      rows.push({
        values: [...prepFeatures.map((feature) => passage.values[feature]), isStrict],
        label,
        fold,
      });
  }
}

const { scores, area, bias, weights, means } = fitJudged(rows, { penalty: PENALTY, rounds: ROUNDS });
const useful = (count: number) => {
  const best = episodes.flatMap((_, fold) =>
    rows
      .flatMap((row, at) => (row.fold === fold ? { label: row.label, score: scores[at]! } : []))
      .sort((one, other) => other.score - one.score)
      .slice(0, count),
  );
  return `${Math.round((100 * best.reduce((sum, { label }) => sum + label, 0)) / best.length)} % of the best ${count}`;
};
console.error(
  `${rows.length} lines; area under the curve on evenings that were left out ${area.toFixed(3)}; useful ${ON_A_SHEET.map(useful).join(', ')} of each`,
);
writeWeights(WEIGHTS, prepFeatures, {
  // A sheet is for the strict.
  bias:
    bias +
    weights.reduce((sum, weight, at) => sum + weight * (Number(at === prepFeatures.length) - means[at]!), 0),
  weights,
});
