import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Server, type ServerOptions, Upload } from '@tus/server';
import { present } from '#contract/unknown-values.ts';
import { retryAfter, toRefusal } from '#server/http/failures.ts';
import type { Locks } from '#server/platform/database/locks.ts';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AudioFiles } from './audio-files.ts';
import { createUploadLocks } from './upload-locks.ts';

/** Ids are random, and the route authorizes every request first. */
export const tusPath = '/uploads/tus';

export type UploadBytes = ReturnType<typeof createUploadBytes>;

interface StoredUploadsOptions {
  files: Pick<AudioFiles, 'create' | 'offset' | 'append'>;
  sizeOf(uploadId: string): Promise<number | null>;
}

/** For one request. The database knows the size, the stored bytes are the offset. */
class StoredUploads extends DataStore {
  readonly #options: StoredUploadsOptions;
  #size: number | null = null;

  constructor(options: StoredUploadsOptions) {
    super();
    this.#options = options;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { files } = this.#options;
    const size = await this.#options.sizeOf(id);
    if (size === null) throw ERRORS.FILE_NOT_FOUND;
    this.#size = size;
    const offset = await files.offset(id);
    // The bytes may be lost with a disk.
    if (offset === null) await files.create(id);
    return new Upload({ id, size, offset: offset ?? 0 });
  }

  override write(bytes: Readable, id: string, offset: number): Promise<number> {
    const size = present(this.#size, 'size of the upload');
    return this.#options.files.append(id, { offset, size }, bytes);
  }
}

/** @param sizeOf null: accepts no bytes @param onComplete called before the response to the last byte */
export function createUploadBytes(
  options: StoredUploadsOptions & {
    log: Pick<Logger, 'error'>;
    locks: Locks;
    onComplete(uploadId: string): Promise<void>;
  },
) {
  const settings: Omit<ServerOptions, 'datastore'> = {
    path: tusPath,
    locker: createUploadLocks(options.locks),
    relativeLocation: true,
    // Pages come from this server.
    allowedOrigins: () => false,
    // tus would use the end of the whole URL: `?/ID` would name another upload than the authorized one.
    getFileIdFromRequest: (request) => decodeURIComponent(new URL(request.url).pathname.replace(/^.*\//, '')),
    async onResponseError(request, error) {
      // An answer of tus itself.
      if (!(error instanceof Error) || 'status_code' in error) return undefined;
      const refusal = toRefusal(error) ?? new Refusal(request.signal.aborted ? 'unavailable' : 'internal');
      if (refusal.status !== 503)
        options.log.error({ err: error }, 'Bytes of an upload could not be stored.');
      return { status_code: refusal.status, body: JSON.stringify(refusal.body) };
    },
    async onUploadFinish(_request, upload) {
      await options.onComplete(upload.id);
      return {};
    },
  };
  return {
    async handle(request: Request): Promise<Response> {
      const server = new Server({ ...settings, datastore: new StoredUploads(options) });
      // biome-ignore lint/plugin: tus is typed with undici's Request, which is that of Node.js.
      const answer = await server.handleWeb(request as Parameters<Server['handleWeb']>[0]);
      for (const [name, value] of Object.entries(retryAfter(answer.status))) answer.headers.set(name, value);
      return answer;
    },
  };
}
