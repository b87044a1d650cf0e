import type { Readable } from 'node:stream';
import { type HttpRequest, Upload } from 'tus-js-client';

/**
 * Sends a file to an opened upload with the real client, as the browser does: from the offset that the server tells,
 * in chunks, with a token on every request.
 */
export function sendByTus(options: {
  url: string;
  token: string;
  /** The whole file; the client skips what the server has. */
  file: Buffer | Readable;
  sizeBytes: number;
  chunkBytes: number;
  retryDelays?: number[];
  onProgress?(sentBytes: number): void;
  onRequest?(request: HttpRequest): void;
}): { done: Promise<void>; abort(): Promise<void> } {
  let upload!: Upload;
  const done = new Promise<void>((resolve, reject) => {
    upload = new Upload(options.file as never, {
      uploadUrl: options.url,
      uploadSize: options.sizeBytes,
      chunkSize: options.chunkBytes,
      retryDelays: options.retryDelays ?? [],
      headers: { authorization: `Bearer ${options.token}` },
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      ...(options.onRequest ? { onBeforeRequest: options.onRequest } : {}),
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
  return { done, abort: () => upload.abort() };
}
