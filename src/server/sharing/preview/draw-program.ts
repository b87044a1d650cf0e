import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { present } from '#contract/unknown-values.ts';
import { createPeer } from '#server/platform/threads/peer.ts';
import { readFontFiles } from './picture-fonts.ts';

const require = createRequire(import.meta.url);
const ready = initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
const fontBuffers = readFontFiles();

const methods = {
  async draw(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    await ready;
    const drawing = new Resvg(svg, { font: { fontBuffers } });
    const picture = drawing.render();
    try {
      return new Uint8Array(picture.asPng());
    } finally {
      picture.free();
      drawing.free();
    }
  },
};

export type DrawMethods = typeof methods;

createPeer(present(parentPort, 'parent of this thread'), () => methods);
