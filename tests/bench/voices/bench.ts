/**
 * `npm run bench:voices -- FOLDER`: how well voices are told apart on recordings with RTTM files beside them.
 * `npm run bench:voices -- --hours 4`: time and memory for an evening of tones, with toy models.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import process from 'node:process';
import { decodeAudio } from '#server/engines/audio/ffmpeg.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createEmbeddedVoices } from '#server/engines/voices/embedded.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { diarizationError, readRttm } from './diarization-error.ts';
import { benchHours } from './long-evening.ts';

const [folder, value] = process.argv.slice(2);
if (folder === '--hours') {
  await benchHours(Number(value) || 4);
  process.exit();
}
if (folder === undefined) {
  process.stderr.write(
    'Usage: npm run bench:voices -- FOLDER, or -- --hours 4\nThe folder has a recording and an RTTM file of the same name for each meeting, such as AMI’s. ' +
      'VOICES_MODEL_DIR is a folder with the models; without it they are downloaded (36 MB).\n',
  );
  process.exit(2);
}

const names = await readdir(folder);
const dataFolder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-voices-'));
const engine = createEmbeddedVoices({ dataFolder, modelFolder: process.env.VOICES_MODEL_DIR || null });
const totals = { told: { seconds: 0, wrong: 0 }, 'not told': { seconds: 0, wrong: 0 } };
const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(7);
process.stdout.write(
  'recording, number told: rate = missed + false alarm + confused, speech of several at once counted, without a collar; rate with a collar of 0.25 s; speakers; speed\n',
);
try {
  for (const rttm of names.filter((name) => name.endsWith('.rttm')).sort()) {
    const stem = basename(rttm, '.rttm');
    const recording = names.find((name) => basename(name, extname(name)) === stem && name !== rttm);
    if (recording === undefined) continue;
    const path = join(folder, recording);
    const said = readRttm(await readFile(join(folder, rttm), 'utf8'));
    const context = inMemoryStageContext({});
    let samples = 0;
    for await (const block of decodeAudio(path, { signal: context.signal })) samples += block.length;
    const count = new Set(said.map(({ speaker }) => speaker)).size;
    for (const people of [count, null]) {
      const begun = performance.now();
      const { turns } = await tellApart({
        path,
        engine,
        durationSeconds: samples / 16_000,
        people,
        context: inMemoryStageContext({}),
      });
      const found = turns.flatMap(({ startMs, endMs, voice }) =>
        voice === null ? [] : [{ start: startMs / 1000, end: endMs / 1000, speaker: String(voice) }],
      );
      const { rate, missed, falseAlarm, confused, speakers } = diarizationError(said, found, 0);
      const { rate: lenient } = diarizationError(said, found, 0.25);
      const all = totals[people === null ? 'not told' : 'told'];
      const seconds = said.reduce((sum, { start, end }) => sum + end - start, 0);
      all.seconds += seconds;
      all.wrong += rate * seconds;
      const times = (samples / 16_000 / ((performance.now() - begun) / 1000)).toFixed(0);
      process.stdout.write(
        `${recording}, ${people ?? 'not told'}: ${percent(rate)} = ${percent(missed)} + ${percent(falseAlarm)} + ${percent(confused)}; ${percent(lenient)}; ` +
          `${speakers.found} of ${speakers.said}; ${times} times as fast as it was spoken\n`,
      );
    }
  }
  for (const [told, { seconds, wrong }] of Object.entries(totals))
    if (seconds > 0)
      process.stdout.write(
        `all, ${told}: ${percent(wrong / seconds)} of ${Math.round(seconds / 60)} minutes spoken\n`,
      );
} finally {
  await engine.close();
  await rm(dataFolder, { recursive: true });
}
