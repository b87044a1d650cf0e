import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { NotesEngineShown, NotesModelFailure } from '#contract/notes-engines.ts';
import { present } from '#contract/unknown-values.ts';
import type { NotesHereSettings } from '#server/platform/config.ts';
import { type FreeBytes, freeBytesOf } from '#server/platform/disk-reserve.ts';
import { bytesOf, checkSpace, fetchModel, ModelNotFetched, missingBytes } from '../../models/fetch-model.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import { memoryOfThisComputer, modelFor, type NotesModel } from './models.ts';

interface ModelHereOptions {
  settings: NotesHereSettings;
  memory?: number;
  models?: readonly NotesModel[];
  fetch?: typeof fetch;
  freeBytes?: FreeBytes;
}

type Shown = Pick<NotesEngineShown, 'state' | 'downloadBytes' | 'memoryBytes'>;
type Heard = (fraction: number) => void;

/** The file of the language model: whether it is here, and how it comes and goes. */
export type ModelHere = ReturnType<typeof openModelHere>;

/** Null: no language model may run here. @param isPrivate whoever uses the installation also runs it */
export const allowedHere = (
  settings: NotesHereSettings | undefined,
  isPrivate: boolean,
): NotesHereSettings | null =>
  settings === undefined || settings.allowed === 'no' || (settings.allowed === 'ask' && !isPrivate)
    ? null
    : settings;

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));

export class NoMemory extends Error {
  override readonly name = 'NoMemory';
}

export function openModelHere(options: ModelHereOptions) {
  const { settings, memory = memoryOfThisComputer() } = options;
  const model = present(modelFor(settings.model, memory, options.models), 'language model');
  const isOwn = settings.modelFolder !== null;
  const folder = isOwn ? resolve(settings.modelFolder ?? '') : join(settings.dataFolder, 'models', model.id);
  const listeners = new Set<Heard>();
  let fetching: { stop: AbortController; done: Promise<void>; progress: number } | null = null;
  let failed: NotesModelFailure | null = null;

  const ownFile = () => {
    try {
      return readdirSync(folder).find((name) => name.endsWith('.gguf'));
    } catch {
      return undefined;
    }
  };
  const fileName = () => (isOwn ? ownFile() : model.files[0]?.name);
  const isHere = () => (isOwn ? ownFile() !== undefined : missingBytes(model, folder) === 0);
  const fits = () => isOwn || memory >= model.computerBytes;

  function shown(): Shown {
    const downloadBytes = isOwn ? 0 : missingBytes(model, folder);
    const needs = { downloadBytes, memoryBytes: isOwn ? sizeOfOwn() : model.memoryBytes };
    if (fetching !== null) return { state: { state: 'fetching', progress: fetching.progress }, ...needs };
    if (!fits()) return { state: { state: 'failed', code: 'noMemory' }, ...needs };
    if (failed !== null) return { state: { state: 'failed', code: failed }, ...needs };
    return { state: { state: isHere() ? 'ready' : 'absent' }, ...needs };
  }

  const sizeOfOwn = () => {
    const name = ownFile();
    return name === undefined ? 0 : (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  };

  /** Starts or continues the download, unless it is here. @throws ModelNotFetched, NoMemory */
  function start(): void {
    if (fetching !== null) return;
    if (!fits())
      throw new NoMemory(
        `${model.name} needs a computer with ${Math.round(model.computerBytes / 1024 ** 3) + 1} GB of memory`,
      );
    if (isHere()) {
      failed = null;
      return;
    }
    if (isOwn) throw new ModelNotFetched('unreachable', `there is no GGUF file in "${folder}"`);
    checkSpace(model, folder, options.freeBytes);
    failed = null;
    const stop = new AbortController();
    const had = 1 - missingBytes(model, folder) / bytesOf(model);
    const mine = { stop, done: Promise.resolve(), progress: had };
    const heard = (fraction: number) => {
      mine.progress = Math.min(1, fraction);
      for (const listener of listeners) listener(mine.progress);
    };
    fetching = mine;
    mine.done = fetchModel({
      model,
      folder,
      url: settings.modelUrl,
      signal: stop.signal,
      progress: heard,
      ...(options.fetch ? { fetch: options.fetch } : {}),
      ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
    })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        failed = error instanceof ModelNotFetched ? error.code : 'unreachable';
        throw error;
      })
      .finally(() => {
        if (fetching === mine) fetching = null;
      });
    mine.done.catch(() => undefined);
  }

  /** What has arrived is kept. */
  async function cancel(): Promise<void> {
    const current = fetching;
    current?.stop.abort();
    await current?.done.catch(() => undefined);
  }

  async function remove(): Promise<void> {
    await cancel();
    failed = null;
    if (!isOwn) await rm(folder, { recursive: true, force: true });
  }

  return {
    name: isOwn ? 'own model' : model.name,
    /** Not if the operator gave the file. */
    canBeFetched: !isOwn,
    shown,
    /** It is here, or the operator wants it: then it comes with the first notes. */
    canWrite: (): boolean => {
      const { state } = shown().state;
      return state === 'ready' || (settings.allowed === 'yes' && state !== 'failed');
    },
    /** On the disk of the data folder. */
    freeBytes: () => (options.freeBytes ?? freeBytesOf)(nearest(settings.dataFolder)),
    start,
    /** Waits for the download, and starts it if there is none. @returns the file's path @throws ModelNotFetched, NoMemory */
    async file({ signal, progress }: { signal: AbortSignal; progress: Heard }): Promise<string> {
      listeners.add(progress);
      try {
        start();
        await unlessAborted(fetching?.done ?? Promise.resolve(), signal);
      } finally {
        listeners.delete(progress);
      }
      const name = fileName();
      if (name === undefined || !isHere())
        throw new ModelNotFetched('unreachable', 'the download was cancelled');
      return join(folder, name);
    },
    cancel,
    remove,
    /** The file cannot be used. If it was downloaded, it is deleted, to be fetched again. */
    async reject(code: NotesModelFailure): Promise<void> {
      await remove();
      failed = code;
    },
  };
}
