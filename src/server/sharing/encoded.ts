import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Bodies } from './threads/page-messages.ts';

export function encoded(html: string): Bodies {
  const identity = new TextEncoder().encode(html);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return {
    identity,
    br: new Uint8Array(brotliCompressSync(identity, quality)),
    gzip: new Uint8Array(gzipSync(identity)),
  };
}
