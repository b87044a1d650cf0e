import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { startModelChild } from '#server/engines/models/model-child.ts';
import { createEmbeddedVoices, type EmbeddedVoicesSettings } from '#server/engines/voices/embedded.ts';
import { EMBEDDING_FILE, SEGMENTATION_FILE } from '#server/engines/voices/voice-models.ts';
import type { FromVoices, ToVoices } from '#server/engines/voices/voices-protocol.ts';
import { createFakeNotes, createFakeSpeech } from '#tests/support/fake-engines.ts';
import type { FaultBench, Staged } from './fault-bench.ts';
import type { EngineFault } from './faults-page.ts';

/** Words are heard; only telling apart who says them has the fault. */
export async function stageVoices(bench: FaultBench, row: EngineFault): Promise<Staged> {
  bench.notes = createFakeNotes().engine;
  bench.speech = { ...createFakeSpeech().engine, maxChunkSeconds: 2 };
  const dataFolder = await mkdtemp(join(bench.folder, 'voices-'));
  const toy = join(bench.folder, 'toy-voices');
  const modelFolder = join(dataFolder, 'own');
  await cp(toy, modelFolder, { recursive: true });
  const messages: string[] = [];
  const use = (settings: Partial<EmbeddedVoicesSettings>) => {
    const { prepare, ...engine } = createEmbeddedVoices({
      dataFolder,
      modelFolder,
      threads: 1,
      startTimer: bench.timers.start,
      ...settings,
    });
    bench.voices = {
      ...engine,
      prepare: ({ signal, progress }) =>
        prepare({
          signal,
          progress(fraction, message) {
            messages.push(message ?? '');
            progress(fraction, message);
          },
        }),
    };
  };
  /** Calls `act` with the process whenever it begins to listen. */
  const whileListening = (act: (pid: number, times: number) => void) => {
    let times = 0;
    return () => {
      const program = new URL('../../../../src/server/engines/voices/voices-child.ts', import.meta.url);
      const child = startModelChild<ToVoices, FromVoices>(program, 'The voices’ process');
      return {
        ...child,
        get ended() {
          return child.ended;
        },
        ask(question: ToVoices) {
          const answer = child.ask(question);
          if ('tell' in question && child.pid !== undefined) {
            times += 1;
            act(child.pid, times);
          }
          return answer;
        },
      };
    };
  };
  const models = await Promise.all(
    [SEGMENTATION_FILE, EMBEDDING_FILE].map(async (name) => {
      const content = await readFile(join(toy, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name: 'toy', url: 'https://models.example', files: [{ name, bytes: content.length, sha256 }] };
    }),
  );
  const sent: typeof fetch = async (address) =>
    new Response(await readFile(join(toy, String(address).split('/').at(-1) ?? '')));
  switch (row.fault) {
    case 'models missing':
      use({ modelFolder: null, models, fetch: sent });
      break;
    case 'models cannot be downloaded':
      use({ modelFolder: null, models, fetch: async () => Promise.reject(new TypeError('fetch failed')) });
      break;
    case 'disk full while the models are downloaded': {
      const target = join(dataFolder, 'models', 'voices');
      await mkdir(target, { recursive: true });
      await symlink('/dev/full', join(target, `${SEGMENTATION_FILE}.part`));
      use({ modelFolder: null, models, fetch: sent });
      break;
    }
    case 'models corrupt':
      await writeFile(join(modelFolder, SEGMENTATION_FILE), 'not a model');
      use({});
      break;
    case 'process killed in the middle of a piece':
      use({ start: whileListening((pid, times) => times === 1 && process.kill(pid, 'SIGKILL')) });
      break;
    case 'process crashes whenever it hears a piece':
      use({ start: whileListening((pid) => process.kill(pid, 'SIGKILL')) });
      break;
    case 'process hangs':
      use({
        start: whileListening((pid) => {
          process.kill(pid, 'SIGSTOP');
          queueMicrotask(() => bench.timers.pass(3_600_000));
        }),
      });
      break;
    case 'no voice in the sound':
      use({});
      return { sessionId: await bench.sessionWithRecording(bench.music), lift: () => {} };
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  return {
    sessionId: await bench.sessionWithRecording(bench.twoVoices),
    lift: () => {},
    progress: () => messages,
    speakers: row.seen === null || row.fault === 'models missing' ? 2 : 0,
  };
}
