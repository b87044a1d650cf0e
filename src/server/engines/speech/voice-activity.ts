import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownProgram } from '#server/platform/own-program.ts';
import type { StartTimer } from '../engine-service.ts';
import { type DownloadableModel, fetchModel } from '../models/fetch-model.ts';
import { keepProcess } from '../models/kept-process.ts';
import { loading, type ModelChild, startModelChild } from '../models/model-child.ts';
import type { SpokenTimes } from './port.ts';

/** Silero VAD 5.1.2 (MIT): hears whether somebody speaks, amid music and noise too. */
export const SILERO: DownloadableModel = {
  name: 'silero-vad-5.1.2',
  url: 'https://raw.githubusercontent.com/snakers4/silero-vad/v5.1.2/src/silero_vad/data',
  files: [
    {
      name: 'silero_vad.onnx',
      bytes: 2_327_524,
      sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
    },
  ],
};

export type ToVoiceActivity = { load: string } | { find: Int16Array };
/** Null: the model is loaded. */
export type FromVoiceActivity = SpokenTimes | null;

export type VoiceActivity = ReturnType<typeof openVoiceActivity>;

interface VoiceActivitySettings {
  /** Where its file is, beside that of the speech model. */
  folder: string;
  /** To fetch it with, once; null: only what is in the folder. */
  download: { url: string | null; fetch?: typeof fetch; model?: DownloadableModel } | null;
  startTimer?: StartTimer | undefined;
  /** Called once: from then on loudness decides. */
  failed?: ((error: unknown) => void) | undefined;
}

/** Where its file is in the folder of the speech model. */
export const voiceActivityFileIn = (folder: string, { files: [file] }: DownloadableModel = SILERO): string =>
  join(folder, file?.name ?? '');

const IDLE_MS = 60_000;
/** It takes a tenth of a second for a piece. */
const HANGS_AFTER_MS = 60_000;

/** Runs Silero VAD in a process of its own, since a damaged model ends it. What fails once is not tried again until the server is started. */
export function openVoiceActivity(settings: VoiceActivitySettings) {
  const { folder, download, startTimer } = settings;
  const model = download?.model ?? SILERO;
  const path = voiceActivityFileIn(folder, model);
  let hasFailed = false;

  async function start(signal: AbortSignal): Promise<ModelChild<ToVoiceActivity, FromVoiceActivity>> {
    if (download !== null)
      await fetchModel({ model, folder, signal, progress: () => undefined, ...download });
    if (!existsSync(path)) throw new Error(`There is no ${path}.`);
    const child = startModelChild<ToVoiceActivity, FromVoiceActivity>(
      ownProgram('voice-activity-child', import.meta.url),
      'The process that hears where somebody speaks',
    );
    await loading(child, { load: path }, { signal });
    return child;
  }

  const kept = keepProcess({ start, idleMs: IDLE_MS, startTimer });
  return {
    /** Where somebody speaks; null: the model is not here or damaged, so loudness has to decide. */
    async spokenIn(samples: Int16Array, { signal }: { signal: AbortSignal }): Promise<SpokenTimes | null> {
      if (hasFailed) return null;
      try {
        return await kept.use({ signal, hangsAfterMs: HANGS_AFTER_MS }, (child) =>
          child.ask({ find: samples }),
        );
      } catch (error) {
        signal.throwIfAborted();
        if (!hasFailed) settings.failed?.(error);
        hasFailed = true;
        return null;
      }
    },
    close: kept.stop,
  };
}
