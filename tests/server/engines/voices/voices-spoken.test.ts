import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createEmbeddedVoices } from '#server/engines/voices/embedded.ts';
import type { VoicesEngine } from '#server/engines/voices/port.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { diarizationError } from '#tests/bench/voices/diarization-error.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { oneOf } from '#tests/support/everything.ts';
import { BACKGROUNDS, SPOKEN_VOICES, spokenTable, whyNobodySpeaks } from '#tests/support/spoken-table.ts';
import { writeToySpokenVoices } from '#tests/support/toy-voices.ts';

const RATE = 16_000;

let folder: string;
let engine: VoicesEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-spoken-'));
  const models = join(folder, 'models');
  await writeToySpokenVoices(models);
  engine = createEmbeddedVoices({ dataFolder: folder, modelFolder: models, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const skipped = whyNobodySpeaks === null ? '' : ` (skipped: ${whyNobodySpeaks})`;

describe.skipIf(whyNobodySpeaks !== null)(`spoken voices on one recording${skipped}`, () => {
  it.each(oneOf(['noise', 'music'] as const))(
    'over %s go through decoder, models and clustering, and few are confused',
    async (name) => {
      const { samples, said } = await spokenTable(BACKGROUNDS[name]);
      const path = await writeAudio(folder, name, samples, 'mp3-64k');
      const { turns } = await tellApart({
        path,
        engine,
        durationSeconds: samples.length / RATE,
        people: SPOKEN_VOICES.length,
        context: inMemoryStageContext({}),
      });
      const found = turns.flatMap(({ startMs, endMs, voice }) =>
        voice === null ? [] : [{ start: startMs / 1000, end: endMs / 1000, speaker: String(voice) }],
      );
      const error = diarizationError(said, found, 0.25);
      expect(error.speakers).toEqual({ said: 3, found: 3 });
      expect(error.confused).toBeLessThan(0.02);
      expect(error.rate).toBeLessThan(0.1);
    },
  );
});
