import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createEmbeddedVoices } from '#server/engines/voices/embedded.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { toyVoices, writeToyVoices } from '#tests/support/toy-voices.ts';
import { cpuWithChildren } from '../cpu.ts';
import { benchVoices } from '../voices.bench.ts';

const VOICES = 5;
const TURN_SECONDS = 4;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Of the processes that this one has started. */
function childrenMegabytes(): string {
  const table = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const [line] = table.split('\n').filter((each) => each.includes('voices-child'));
  return megabytes(Number(line?.trim().split(' ')[0] ?? 0) * 1024);
}

/** Prints what this process and the voices' own hold after each piece; both must not grow with the evening. Then what it costs beside recognition. */
export async function benchHours(hours: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-hours-'));
  const models = join(folder, 'models');
  await writeToyVoices(models);
  const engine = createEmbeddedVoices({ dataFolder: folder, modelFolder: models });
  try {
    const turns = Array.from({ length: 150 }, (_, at) => ({ voice: at % VOICES, seconds: TURN_SECONDS }));
    const piece = await writeAudio(folder, 'piece', toyVoices(turns), 'flac');
    const path = join(folder, 'evening.flac');
    await ffmpeg('-stream_loop', String(hours * 6 - 1), '-i', piece, '-c:a', 'flac', path);
    const [begun, spent] = [performance.now(), cpuWithChildren()];
    let pieces = 0;
    const { turns: found } = await tellApart({
      path,
      engine: {
        ...engine,
        async spans(samples, options) {
          const spans = await engine.spans(samples, options);
          pieces += 1;
          process.stdout.write(
            `piece ${pieces}: ${megabytes(process.memoryUsage.rss())} here, ${childrenMegabytes()} in the voices’ process\n`,
          );
          return spans;
        },
      },
      durationSeconds: hours * 3600,
      people: VOICES,
      context: inMemoryStageContext({}),
    });
    const seconds = (performance.now() - begun) / 1000;
    const cpu = cpuWithChildren() - spent;
    const wrong = found.filter(
      ({ startMs, endMs, voice }) =>
        voice !== Math.floor((startMs + endMs) / 2 / 1000 / TURN_SECONDS) % VOICES,
    ).length;
    process.stdout.write(
      `${hours} hours in ${seconds.toFixed(0)} s and ${cpu.toFixed(0)} s of CPU; ${found.length} turns of ${hours * 900}, ${wrong} of them not the voice that speaks\n`,
    );
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
  for (const { name, value, unit, peer } of await benchVoices())
    process.stdout.write(`${name}: ${value.toFixed(2)} ${unit} (${peer})\n`);
}
