import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Hearing } from '#contract/status.ts';
import { messageOf } from '#contract/unknown-values.ts';
import { serviceAddress } from '#server/engines/engine-service.ts';
import { missingBytes } from '#server/engines/models/fetch-model.ts';
import type { SpeechSettings } from '#server/engines/speech/create-engine.ts';
import { modelIn, PARAKEET, type SpeechModel, speechFolderOf } from '#server/engines/speech/model-files.ts';

/** With the reason and the setting to change. Never contains an address or a key. */
export interface HearingFound extends Hearing {
  reason: string;
}

const WAYS_OUT =
  'Set SPEECH_URL to a speech service, SPEECH_MODEL_DIR to a folder that contains the model, or SPEECH_MODEL_URL to an address to download it from.';

/** Never throws. */
export async function findHearing(
  settings: SpeechSettings,
  options: { signal: AbortSignal; fetch?: typeof fetch; model?: SpeechModel },
): Promise<HearingFound> {
  const { model = PARAKEET } = options;
  const isReachable = async (address: string, headers: Record<string, string> = {}) =>
    (options.fetch ?? fetch)(address, { method: 'HEAD', headers, signal: options.signal }).catch(() => null);
  const ready = (reason: string): HearingFound => ({ state: 'ready', megabytes: 0, reason });
  const unavailable = (reason: string): HearingFound => ({ state: 'unavailable', megabytes: 0, reason });

  if (settings.url) {
    const address = serviceAddress(settings.url, '/audio/transcriptions');
    const headers = settings.key ? { authorization: `Bearer ${settings.key}` } : undefined;
    const answer = address === null ? null : await isReachable(address, headers);
    if (answer?.status === 401 || answer?.status === 403)
      return unavailable(`The speech service refuses the key (${answer.status}). Check SPEECH_KEY.`);
    // The service may not support HEAD.
    if (answer !== null && answer.status >= 500 && answer.status !== 501)
      return unavailable(`The speech service reports an error (${answer.status}). Check SPEECH_URL.`);
    return answer === null
      ? unavailable('The speech service cannot be reached. Check SPEECH_URL.')
      : ready(`The speech service answers (SPEECH_URL), model ${settings.model ?? 'whisper-1'}.`);
  }
  if (settings.modelFolder) {
    try {
      modelIn(settings.modelFolder);
      return ready('The speech model is in its folder (SPEECH_MODEL_DIR).');
    } catch (error) {
      return unavailable(messageOf(error));
    }
  }
  const folder = speechFolderOf(settings, model);
  const first = model.files.find(
    ({ name, bytes }) => statSync(join(folder, name), { throwIfNoEntry: false })?.size !== bytes,
  );
  const languages = model.languages ? { languages: [...model.languages] } : {};
  if (first === undefined)
    return { ...ready(`The speech model ${model.name} is in the data folder.`), ...languages };
  const megabytes = Math.ceil(missingBytes(model, folder) / 1e6);
  const base = (settings.modelUrl ?? model.url).replace(/\/+$/, '');
  const answer = await isReachable(`${base}/${first.name}`);
  if (answer?.ok)
    return {
      state: 'download',
      megabytes,
      ...languages,
      reason: `The speech model (${megabytes} MB) is fetched when the first recording is transcribed.`,
    };
  const why = answer === null ? 'cannot be reached' : `answers ${answer.status}`;
  return unavailable(
    `The speech model (${megabytes} MB) is not here, and the place to fetch it from ${why}. ${WAYS_OUT}`,
  );
}

export function watchHearing(options: {
  find(signal: AbortSignal): Promise<HearingFound>;
  now(): Date;
  found?(hearing: HearingFound): void;
}) {
  let last: HearingFound | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const hearing = await options.find(AbortSignal.timeout(LOOK_LIMIT_MS));
    if (hearing.state !== last?.state) options.found?.(hearing);
    last = hearing;
  }

  function lookUnlessSince(ms: number): Promise<void> | null {
    const now = options.now().getTime();
    if (looking === null && now - lookedAt >= ms) {
      lookedAt = now;
      looking = look().finally(() => {
        looking = null;
      });
    }
    return looking;
  }

  function current(): Hearing | null {
    void lookUnlessSince(LOOK_AGAIN_MS);
    if (last === null) return null;
    const { reason: _, ...hearing } = last;
    return hearing;
  }
  current();
  return {
    current,
    /** Looks first if nothing is known, or if it could not hear a moment ago. */
    async canHear(): Promise<boolean> {
      await lookUnlessSince(last?.state === 'unavailable' ? LOOK_SOON_MS : LOOK_AGAIN_MS);
      return last?.state !== 'unavailable';
    },
  };
}

const LOOK_LIMIT_MS = 5000;
const LOOK_AGAIN_MS = 60_000;
const LOOK_SOON_MS = 5000;
