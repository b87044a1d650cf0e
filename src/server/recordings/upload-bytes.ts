import type { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { isPassing, retryAfter } from '#server/http/failures.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AudioFiles } from './audio-files.ts';

/** The tus path of an upload; ids are random, and every request is authorised by the route before it comes here. */
export const tusPath = '/uploads/tus';

type StoredUpload = NonNullable<Awaited<ReturnType<FileStore['configstore']['get']>>>;

/** Takes the bytes of uploads by tus 1.0 (HEAD and PATCH only: uploads are opened by our own call). */
export interface UploadBytes {
  handle(request: Request): Promise<Response>;
}

/**
 * @param sizeOf announced size of an upload; null for one that takes no bytes
 * @param onComplete called when the last byte is on disk, before the client is told
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
    // The pages come from this server: no other origin may read its answers.
    allowedOrigins: () => false,
    // What tus would give is the end of the whole address: a query such as ?/ID would name another upload than the one
    // that the route admitted.
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
