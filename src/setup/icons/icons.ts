import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { projectRoot } from '../generated-files.ts';

interface IconFile {
  /** Below the site's address, without the first slash. */
  readonly name: string;
  readonly content: Uint8Array;
}

const signFile = join(projectRoot, 'src/web/ui/assets/favicon.svg');
const icoSizes = [16, 32, 48];
/** Android may cut a maskable icon to a circle four fifths as wide. */
const maskableMargin = 1 / 8;

let ready: Promise<void> | null = null;

/** The ground reaches the edges, because the system cuts its own corners. @param margin of each side, as a part of it */
function onFullGround(sign: string, margin: number): string {
  const ground = /<rect width="32" height="32" rx="7" (fill="[^"]+")\/>/;
  if (!ground.test(sign)) throw new Error('favicon.svg has no ground of 32 by 32.');
  const edge = 32 * margin;
  const side = 32 + 2 * edge;
  return sign
    .replace(ground, `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" $1/>`)
    .replace('viewBox="0 0 32 32"', `viewBox="${-edge} ${-edge} ${side} ${side}"`);
}

function drawn(svg: string, size: number): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: size } });
  const picture = drawing.render();
  try {
    return picture.asPng();
  } finally {
    picture.free();
    drawing.free();
  }
}

/** An ICO file of PNG pictures. */
function icoOf(pictures: readonly { size: number; png: Uint8Array }[]): Uint8Array {
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    directory.writeUInt8(size, at);
    directory.writeUInt8(size, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}

/** Every size of the app's sign that browsers and phones ask for. */
export async function drawIcons(): Promise<readonly IconFile[]> {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  ready ??= initWasm(readFileSync(wasm));
  await ready;
  const sign = readFileSync(signFile, 'utf8');
  return [
    { name: 'favicon.ico', content: icoOf(icoSizes.map((size) => ({ size, png: drawn(sign, size) }))) },
    { name: 'apple-touch-icon.png', content: drawn(onFullGround(sign, 0), 180) },
    { name: 'icons/192.png', content: drawn(sign, 192) },
    { name: 'icons/512.png', content: drawn(sign, 512) },
    { name: 'icons/maskable-192.png', content: drawn(onFullGround(sign, maskableMargin), 192) },
    { name: 'icons/maskable-512.png', content: drawn(onFullGround(sign, maskableMargin), 512) },
  ];
}
