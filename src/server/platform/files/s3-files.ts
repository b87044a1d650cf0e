import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type MultipartUpload,
  type Part,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { messageOf, recordOf } from '#contract/unknown-values.ts';
import type { S3Settings } from '../config.ts';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';
import { type FileStore, FilesUnavailable } from './port.ts';
import { removeStaleWork, workName } from './work-folder.ts';

const MEBIBYTE = 1024 ** 2;
/** S3 rejects smaller parts, except the last. */
const SMALLEST_PART = 5 * MEBIBYTE;
const MOST_PARTS = 10_000;
/** For files written at once; two parts are in memory at a time. */
const WRITTEN_PART = 16 * MEBIBYTE;
/** The most that S3 copies in one call. */
const MOST_COPIED = 5 * 1024 ** 3;
const LONGEST_WAIT_MS = 10_000;
const LOG_EVERY_MS = 30_000;
const KNOWN_UPLOADS = 1000;

/** All parts of an upload but the last have this size, so every process knows where each part begins. */
const partSizeOf = (size: number) =>
  Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS / MEBIBYTE) * MEBIBYTE);

/** Bytes that do not fill a part yet; the metadata has the number of that part. */
const tailOf = (name: string) => `${name}.tail`;

/**
 * Files as objects of a bucket. Uploads are multipart uploads, which any process can continue.
 * @param options.workFolder local copies are made there; created if missing
 * @throws StartError if the bucket cannot be used
 */
export async function openS3Files(
  settings: S3Settings,
  options: { workFolder: string; log: Logger },
): Promise<FileStore> {
  const { bucket: Bucket, encryption } = settings;
  const { workFolder, log } = options;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  await removeStaleWork(workFolder);
  // The pinned version runs on Node 20. package.json states which versions we support.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region: settings.region,
    ...(settings.url === null ? {} : { endpoint: settings.url, forcePathStyle: true }),
    ...(settings.keys === null
      ? {}
      : { credentials: { accessKeyId: settings.keys.id, secretAccessKey: settings.keys.secret } }),
    // Not every S3 store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: 30_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  });
  const encrypted =
    encryption === null
      ? {}
      : {
          ServerSideEncryption: encryption.kind,
          ...(encryption.key === null ? {} : { SSEKMSKeyId: encryption.key }),
        };

  let loggedAt = Number.NEGATIVE_INFINITY;
  /** Turns outages into `FilesUnavailable`. */
  function translated(error: unknown): unknown {
    if (error instanceof FilesUnavailable || !isPassing(error)) return error;
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now();
      log.warn({ err: error }, 'The store of recordings (S3) does not respond correctly.');
    }
    return new FilesUnavailable('The store of recordings does not answer.', { cause: error });
  }
  const within = <Result>(call: Promise<Result>): Promise<Result> =>
    call.catch((error: unknown) => {
      throw translated(error);
    });
  const orNull = <Result>(call: Promise<Result>): Promise<Result | null> =>
    within(call).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  async function* all<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    try {
      yield* pages;
    } catch (error) {
      throw translated(error);
    }
  }

  const head = (Key: string) => orNull(client.send(new HeadObjectCommand({ Bucket, Key })));

  async function size(name: string): Promise<number | null> {
    return (await head(name))?.ContentLength ?? null;
  }

  async function* unfinishedUploads(
    Prefix: string,
  ): AsyncGenerator<MultipartUpload & { Key: string; UploadId: string }> {
    let markers = {};
    for (;;) {
      const page = await within(client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers })));
      for (const { Key, UploadId, ...rest } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined) yield { Key, UploadId, ...rest };
      if (!page.IsTruncated) return;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  /** Ids of multipart uploads by name, the oldest names first; they never change. */
  const known = new Map<string, string>();
  function remember(name: string, uploadId: string): string {
    known.delete(name);
    known.set(name, uploadId);
    const [oldest] = known.keys();
    if (known.size > KNOWN_UPLOADS && oldest !== undefined) known.delete(oldest);
    return uploadId;
  }

  /** If several processes began one at the same time, all use the first. */
  async function findUpload(name: string): Promise<string | null> {
    const found: { UploadId: string; at: number }[] = [];
    for await (const { Key, UploadId, Initiated } of unfinishedUploads(name))
      if (Key === name) found.push({ UploadId, at: Initiated?.getTime() ?? 0 });
    found.sort((one, other) => one.at - other.at || (one.UploadId < other.UploadId ? -1 : 1));
    return found[0] === undefined ? null : remember(name, found[0].UploadId);
  }

  async function beginUpload(name: string): Promise<string> {
    await within(client.send(new CreateMultipartUploadCommand({ Bucket, Key: name, ...encrypted })));
    const uploadId = await findUpload(name);
    if (uploadId === null) throw new FilesUnavailable('The store does not list the upload that it began.');
    return uploadId;
  }

  /** The stored parts up to the first gap; null if no upload was begun. */
  async function storedParts(name: string): Promise<{ uploadId: string; parts: Part[] } | null> {
    const remembered = known.get(name);
    for (const uploadId of [remembered, null]) {
      if (uploadId === undefined) continue;
      const UploadId = uploadId ?? (await findUpload(name));
      if (UploadId === null) return null;
      try {
        const parts: Part[] = [];
        // Not the SDK's paginator: some stores name a next page after the last, and it would request that.
        for (let marker: object | null = {}; marker !== null; ) {
          const ids = { Bucket, Key: name, UploadId };
          const page: ListPartsCommandOutput = await within(
            client.send(new ListPartsCommand({ ...ids, ...marker })),
          );
          for (const part of page.Parts ?? []) if (part.PartNumber === parts.length + 1) parts.push(part);
          marker = page.IsTruncated === true ? { PartNumberMarker: page.NextPartNumberMarker } : null;
        }
        return { uploadId: UploadId, parts };
      } catch (error) {
        if (!isMissing(error)) throw error;
        known.delete(name);
      }
    }
    return null;
  }

  async function storedOffset(name: string): Promise<number | null> {
    const [stored, tail] = await Promise.all([storedParts(name), head(tailOf(name))]);
    if (stored === null) return null;
    const whole = stored.parts.reduce((sum, part) => sum + (part.Size ?? 0), 0);
    const isNext = tail?.Metadata?.part === String(stored.parts.length + 1);
    return whole + (isNext ? (tail?.ContentLength ?? 0) : 0);
  }

  async function putTail(name: string, part: number, bytes: Buffer): Promise<void> {
    const Metadata = { part: String(part) };
    const command = new PutObjectCommand({ Bucket, Key: tailOf(name), Body: bytes, Metadata, ...encrypted });
    await within(client.send(command));
  }

  async function readTail(name: string, part: number, length: number): Promise<Buffer> {
    const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key: tailOf(name) })));
    const bytes =
      found?.Body === undefined ? null : Buffer.from(await within(found.Body.transformToByteArray()));
    if (bytes === null || found?.Metadata?.part !== String(part) || bytes.length < length)
      throw new FilesUnavailable('Another process has stored these bytes; ask for the offset again.');
    return bytes.subarray(0, length);
  }

  async function finish(name: string): Promise<void> {
    if ((await size(name)) === null) {
      const stored = await storedParts(name);
      if (stored === null) throw new FilesUnavailable('The parts of a file are not listed yet.');
      const MultipartUpload = { Parts: stored.parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) };
      const ids = { Bucket, Key: name, UploadId: stored.uploadId };
      const completed = await orNull(
        client.send(new CompleteMultipartUploadCommand({ ...ids, MultipartUpload })),
      );
      if (completed === null && (await size(name)) === null)
        throw new FilesUnavailable('The parts of a file are gone.');
    }
    known.delete(name);
    await remove(tailOf(name));
  }

  const remove = (Key: string) => orNull(client.send(new DeleteObjectCommand({ Bucket, Key })));
  const abort = (Key: string, UploadId: string) =>
    orNull(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));

  async function inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = join(workFolder, workName(randomUUID()));
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function* open(name: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    if (range !== undefined && range.end < range.start) return;
    const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const found = await within(client.send(new GetObjectCommand({ Bucket, Key: name, ...Range })));
    if (!(found.Body instanceof Readable)) throw new Error(`${name} has no content.`);
    let seen = 0;
    for await (const piece of all<Uint8Array>(found.Body)) {
      seen += piece.byteLength;
      yield piece;
    }
    if (seen !== found.ContentLength) throw new FilesUnavailable(`${name} ended after ${seen} bytes.`);
  }

  async function fetchTo(name: string, path: string): Promise<void> {
    await pipeline(open(name), createWriteStream(path, { mode: 0o600 }));
  }

  async function put(name: string, path: string): Promise<void> {
    // Left by a killed process.
    for await (const { Key, UploadId } of unfinishedUploads(name))
      if (Key === name) await abort(Key, UploadId);
    const { size: bytes } = await stat(path);
    const upload = new Upload({
      client,
      params: { Bucket, Key: name, Body: createReadStream(path), ...encrypted },
      partSize: Math.max(WRITTEN_PART, partSizeOf(bytes)),
      queueSize: 2,
    });
    await within(upload.done());
  }

  async function answersNow(): Promise<void> {
    await within(client.send(new HeadBucketCommand({ Bucket })));
  }

  await answersNow().catch((error: unknown) => {
    const where = settings.url ?? `Amazon S3 in ${settings.region}`;
    const status = recordOf(recordOf(error).$metadata).httpStatusCode;
    const problem =
      error instanceof FilesUnavailable
        ? `${where} does not answer (${messageOf(error.cause)}). Check S3_URL.`
        : status === 404
          ? `There is no bucket "${Bucket}" at ${where}. Create it, or correct S3_BUCKET.`
          : status === 403
            ? `${where} refuses access to the bucket "${Bucket}". Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
            : `The bucket "${Bucket}" at ${where} cannot be used (${messageOf(error)}).`;
    throw new StartError(problem);
  });

  return {
    size,
    open,
    async create(name) {
      if ((await storedParts(name)) === null && (await size(name)) === null) await beginUpload(name);
    },
    async offset(name) {
      if (known.has(name)) {
        const stored = await storedOffset(name);
        if (stored !== null) return stored;
      }
      return (await size(name)) ?? (await storedOffset(name));
    },
    async append(name, { offset, size: whole }, bytes) {
      const partSize = partSizeOf(whole);
      const UploadId = known.get(name) ?? (await findUpload(name)) ?? (await beginUpload(name));
      let part = Math.floor(offset / partSize) + 1;
      let held = offset % partSize;
      let pieces: Uint8Array[] = held > 0 ? [await readTail(name, part, held)] : [];
      let isNew = false;
      const putPart = async () => {
        const command = { Bucket, Key: name, UploadId, PartNumber: part, Body: Buffer.concat(pieces, held) };
        await within(client.send(new UploadPartCommand(command)));
        part += 1;
        held = 0;
        pieces = [];
        isNew = false;
      };
      const incoming = untilBroken(bytes);
      for await (const piece of incoming.pieces) {
        for (let from = 0; from < piece.byteLength; ) {
          const taken = piece.subarray(from, from + partSize - held);
          // The reader may reuse its buffer.
          pieces.push(Buffer.from(taken));
          from += taken.byteLength;
          held += taken.byteLength;
          isNew = true;
          if (held === partSize) await putPart();
        }
      }
      const end = (part - 1) * partSize + held;
      if (end === whole) {
        if (held > 0) await putPart();
        await finish(name);
      } else if (isNew) await putTail(name, part, Buffer.concat(pieces, held));
      incoming.throwIfBroken();
      return end;
    },
    finish,
    materialise: (name, work) =>
      inWorkFolder(async (folder) => {
        const path = join(folder, 'copy');
        await fetchTo(name, path);
        return work(path);
      }),
    write: (name, make) =>
      inWorkFolder(async (folder) => {
        const made = await make(folder);
        await put(name, made.path);
        return made;
      }),
    async move(from, to) {
      const bytes = await size(from);
      if (bytes === null) return false;
      if (bytes <= MOST_COPIED) {
        const CopySource = `${Bucket}/${from}`;
        await within(client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource, ...encrypted })));
      } else
        await inWorkFolder(async (folder) => {
          const path = join(folder, 'copy');
          await fetchTo(from, path);
          await put(to, path);
        });
      await remove(from);
      return true;
    },
    async delete(name) {
      const isMeant = (key = '') => key === name || key.startsWith(`${name}.`);
      for await (const page of all(paginateListObjectsV2({ client }, { Bucket, Prefix: name })))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && isMeant(Key)) await remove(Key);
      for await (const { Key, UploadId } of unfinishedUploads(name))
        if (isMeant(Key)) await abort(Key, UploadId);
      known.delete(name);
    },
    async *list(folder, before) {
      const isOld = (moment?: Date) => moment !== undefined && moment < before;
      for await (const page of all(paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` })))
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key !== undefined && isOld(LastModified) ? [Key] : [],
        );
      for await (const { Key, Initiated } of unfinishedUploads(`${folder}/`))
        if (isOld(Initiated)) yield [Key];
    },
    async answers(signal) {
      for (let failures = 0; ; failures += 1) {
        signal.throwIfAborted();
        try {
          return await answersNow();
        } catch (error) {
          if (!(error instanceof FilesUnavailable)) throw error;
          await wait(Math.min(100 * 2 ** failures, LONGEST_WAIT_MS), undefined, { signal });
        }
      }
    },
  };
}

/** Ends where the source fails, so that the earlier pieces can be stored first. */
function untilBroken(bytes: AsyncIterable<Uint8Array>) {
  let broken: { error: unknown } | null = null;
  async function* pieces() {
    const source = bytes[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await source.next().catch((error: unknown) => {
          broken = { error };
          return null;
        });
        if (next === null || next.done) return;
        yield next.value;
      }
    } finally {
      await source.return?.().catch(() => undefined);
    }
  }
  return {
    pieces: pieces(),
    throwIfBroken() {
      if (broken !== null) throw broken.error;
    },
  };
}

const statusOf = (error: unknown) => recordOf(recordOf(error).$metadata).httpStatusCode;

function isMissing(error: unknown): boolean {
  const { name } = recordOf(error);
  return name === 'NotFound' || name === 'NoSuchKey' || name === 'NoSuchUpload';
}

/** No response, or one that allows a retry. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined) return !(error instanceof StartError);
  return status === 429 || (Number(status) >= 500 && status !== 501);
}
