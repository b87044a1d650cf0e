import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { textLimits } from '#contract/text-limits.ts';
import { isDiskFull } from '#server/platform/disk-full.ts';
import { type FreeBytes, freeBytesOf } from '#server/platform/disk-reserve.ts';
import { reasonOf, type StartTimer, silenceLimit, startTimer } from '../engine-service.ts';

interface ModelFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface DownloadableModel {
  name: string;
  url: string;
  files: readonly ModelFile[];
}

interface FetchModelOptions {
  model: DownloadableModel;
  folder: string;
  url: string | null;
  signal: AbortSignal;
  progress(fraction: number): void;
  fetch?: typeof fetch;
  startTimer?: StartTimer;
  freeBytes?: FreeBytes;
}

type ModelNotFetchedCode = 'noSpace' | 'unreachable' | 'damaged';

/** `message` is the reason only. */
export class ModelNotFetched extends Error {
  override readonly name = 'ModelNotFetched';
  readonly code: ModelNotFetchedCode;

  constructor(code: ModelNotFetchedCode, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}

/** In a row that bring nothing. */
const ATTEMPTS = 4;
const STALL_LIMIT_MS = 60_000;

const SPARE_BYTES = textLimits.diskReserveBytes.most;

class Hopeless extends Error {}
class Damaged extends Error {}

export const bytesOf = ({ files }: DownloadableModel): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Of what is not in the folder yet. */
export function missingBytes({ files }: DownloadableModel, folder: string): number {
  const sizeNow = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size;
  return files.reduce((sum, { name, bytes }) => {
    if (sizeNow(name) === bytes) return sum;
    return sum + bytes - Math.min(bytes, sizeNow(`${name}.part`) ?? 0);
  }, 0);
}

/** @throws ModelNotFetched noSpace */
export function checkSpace(
  model: DownloadableModel,
  folder: string,
  freeBytes: FreeBytes = freeBytesOf,
): void {
  const missing = missingBytes(model, folder);
  if (missing === 0) return;
  mkdirSync(folder, { recursive: true });
  const free = freeBytes(folder);
  if (free < missing + SPARE_BYTES)
    throw new ModelNotFetched(
      'noSpace',
      `it needs ${gigabytes(missing + SPARE_BYTES)} GB on the disk, and ${gigabytes(free)} GB are free`,
    );
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);

/** Resumes; renames a file only after its checksum matches. @throws ModelNotFetched */
export async function fetchModel(options: FetchModelOptions): Promise<void> {
  const { model, folder, signal } = options;
  const total = bytesOf(model);
  let before = 0;
  try {
    checkSpace(model, folder, options.freeBytes);
  } catch (error) {
    throw notFetched(error);
  }
  for (const file of model.files) {
    const report = (bytes: number) => options.progress((before + bytes) / total);
    try {
      await mkdir(folder, { recursive: true });
      if (!(await isComplete(join(folder, file.name), file))) await fetchFile(file, options, report);
    } catch (error) {
      signal.throwIfAborted();
      throw notFetched(error);
    }
    before += file.bytes;
    report(0);
  }
}

async function isComplete(path: string, file: ModelFile): Promise<boolean> {
  return (await sizeOf(path)) === file.bytes;
}

async function fetchFile(
  file: ModelFile,
  options: FetchModelOptions,
  report: (bytes: number) => void,
): Promise<void> {
  const path = join(options.folder, file.name);
  const partPath = `${path}.part`;
  let lastError: unknown;
  let most = (await sizeOf(partPath)) ?? 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    options.signal.throwIfAborted();
    try {
      await download(file, partPath, options, report);
      if ((await sha256Of(partPath)) === file.sha256) {
        await rename(partPath, path);
        return;
      }
      await rm(partPath);
      lastError = new Damaged(`${file.name} arrived damaged (its checksum is wrong)`);
    } catch (error) {
      if (error instanceof Hopeless || isDiskFull(error)) throw error;
      lastError = error;
      // Gigabytes take hours, in which a connection may often be lost.
      const size = (await sizeOf(partPath)) ?? 0;
      if (size > most) attempt = -1;
      most = Math.max(most, size);
    }
  }
  throw lastError;
}

async function download(
  file: ModelFile,
  partPath: string,
  options: FetchModelOptions,
  report: (bytes: number) => void,
): Promise<void> {
  let have = (await sizeOf(partPath)) ?? 0;
  if (have === file.bytes) return;
  if (have > file.bytes) {
    await rm(partPath);
    have = 0;
  }
  const stall = silenceLimit(STALL_LIMIT_MS, options.startTimer ?? startTimer, 'the server stopped sending');
  try {
    const response = await (options.fetch ?? fetch)(addressOf(file, options), {
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
      signal: AbortSignal.any([options.signal, stall.signal]),
    });
    await receive(response, file, partPath, have, (bytes) => {
      stall.heard();
      report(bytes);
    });
  } finally {
    stall.end();
  }
}

async function receive(
  response: Response,
  file: ModelFile,
  partPath: string,
  have: number,
  report: (bytes: number) => void,
): Promise<void> {
  const { status, body } = response;
  try {
    if (status >= 400 && status < 500 && status !== 408 && status !== 416 && status !== 429) {
      throw new Hopeless(`${file.name}: the server answered ${status}`);
    }
    if (!response.ok || !body) throw new Error(`${file.name}: the server answered ${status}`);
    const goesOn = status === 206;
    let size = goesOn ? have : 0;
    const part = await open(partPath, goesOn ? 'a' : 'w');
    try {
      for await (const bytes of body) {
        size += bytes.length;
        if (size > file.bytes) {
          await part.truncate(0);
          throw new Hopeless(`${file.name} is not the expected file (it is larger)`);
        }
        await part.write(bytes);
        report(size);
      }
    } finally {
      await part.close();
    }
    if (size < file.bytes) throw await tooShort(file, partPath, size, response);
  } finally {
    await body?.cancel().catch(() => undefined);
  }
}

/** A complete but short response is another file, such as a network's login page. */
async function tooShort(file: ModelFile, partPath: string, have: number, response: Response): Promise<Error> {
  const claimed = Number(response.headers.get('content-length') ?? Number.NaN);
  const isWhole =
    response.status === 200 && (claimed === have || /html/.test(response.headers.get('content-type') ?? ''));
  if (!isWhole) return new Error(`${file.name}: the connection was lost`);
  await rm(partPath);
  return new Hopeless(`${file.name} is not the expected file (${have} bytes instead of ${file.bytes})`);
}

function addressOf(file: ModelFile, options: FetchModelOptions): string {
  return `${(options.url ?? options.model.url).replace(/\/+$/, '')}/${file.name}`;
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  const content: AsyncIterable<Buffer> = createReadStream(path);
  for await (const bytes of content) hash.update(bytes);
  return hash.digest('hex');
}

function notFetched(error: unknown): ModelNotFetched {
  if (error instanceof ModelNotFetched) return error;
  const code = isDiskFull(error) ? 'noSpace' : error instanceof Damaged ? 'damaged' : 'unreachable';
  return new ModelNotFetched(code, reasonOf(error), { cause: error });
}
