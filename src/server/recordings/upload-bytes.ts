import type { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { isPassing, retryAfter } from '#server/http/failures.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AudioFiles } from './audio-files.ts';

/** The tus path of uploads; ids are random, and the route authorises every request first. */
export const tusPath = '/uploads/tus';

type StoredUpload = NonNullable<Awaited<ReturnType<FileStore['configstore']['get']>>>;

/** Receives upload bytes by tus 1.0 (HEAD and PATCH only: our own call opens uploads). */
export interface UploadBytes {
  handle(request: Request): Promise<Response>;
}

/**
 * @param sizeOf declared size of an upload; null for one that accepts no bytes
 * @param onComplete called when the last byte is on disk, before the response
 */
export function createUploadBytes(options: {
  files: AudioFiles;
  sizeOf(uploadId: string): Promise<number | null>;
  onComplete(uploadId: string): Promise<void>;
}): UploadBytes {
  const store = options.files.tusStore({
    async get(id) {
      const size = await options.sizeOf(id);
      return size === null ? undefined : ({ id, size } as StoredUpload);
    },
    // The database knows about uploads; tus writes no files of its own beside the bytes.
    set: async () => undefined,
    delete: async () => undefined,
  });
  const server = new Server({
    path: tusPath,
    datastore: store,
    relativeLocation: true,
    // Pages come from this server: no other origin may read its responses.
    allowedOrigins: () => false,
    // tus would use the end of the whole URL: a query such as ?/ID would name another upload than the
    // authorised one.
    getFileIdFromRequest: (request) => decodeURIComponent(new URL(request.url).pathname.split('/').at(-1)!),
    async onResponseError(_request, error) {
      if (!isPassing(error)) return undefined;
      const { status, body } = new Refusal('unavailable');
      return { status_code: status, body: JSON.stringify(body) };
    },
    async onUploadFinish(_request, upload) {
      await options.onComplete(upload.id);
      return {};
    },
  });
  return {
    async handle(request) {
      const answer = await server.handleWeb(request as Parameters<Server['handleWeb']>[0]);
      for (const [name, value] of Object.entries(retryAfter(answer.status))) answer.headers.set(name, value);
      return answer;
    },
  };
}
