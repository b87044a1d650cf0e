import { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import { DefaultHttpStack, type HttpRequest, Upload } from 'tus-js-client';

const stackOf = (keepAlive: boolean) => new DefaultHttpStack({ agent: new Agent({ keepAlive }) });
/** A server that was restarted has closed its connections, perhaps as a request leaves; browsers then retry, Node does not. */
const httpStack = stackOf(false);
const keepingStack = stackOf(true);

/** As the browser: from the server's offset, in chunks, with a token on every request. */
export function sendByTus(options: {
  url: string;
  token: string;
  file: Buffer | Readable;
  sizeBytes: number;
  chunkBytes: number;
  retryDelays?: number[];
  /** Uses one connection for all chunks, as a browser does. */
  keepsConnection?: boolean;
  onProgress?(sentBytes: number): void;
  onRequest?(request: HttpRequest): void;
}): { done: Promise<void>; abort(): Promise<void> } {
  let upload!: Upload;
  const done = new Promise<void>((resolve, reject) => {
    upload = new Upload(options.file as never, {
      uploadUrl: options.url,
      uploadSize: options.sizeBytes,
      chunkSize: options.chunkBytes,
      httpStack: options.keepsConnection ? keepingStack : httpStack,
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
