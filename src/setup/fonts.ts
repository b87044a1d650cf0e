import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import subsetFont from 'subset-font';
import { projectRoot } from './generated-files.ts';

/** `npm run fonts`: cuts the fonts of public pages down to less than 60 kB (decision 021). */
const require = createRequire(import.meta.url);
const folder = join(projectRoot, 'src', 'web', 'ui', 'assets', 'fonts');

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

/** Latin-1 without unused signs, plus typographic ones. Must match `unicode-range` in fonts.css. */
const letters = [range(0x20, 0x7e), '\u00a0¡£§©«®°·»½¿', range(0xc0, 0xff), 'ŒœŠšŽž–—‘’‚“”„†•…‹›€™−'].join(
  '',
);

const keepFeatures = ['kern', 'liga', 'locl', 'lnum', 'tnum'];

const cuts: Readonly<Record<string, { source: string; variationAxes?: object }>> = {
  'alegreya.woff2': {
    source: '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
  },
  'alegreya-sans-400.woff2': {
    source: '@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2',
  },
  'alegreya-sans-700.woff2': {
    source: '@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2',
  },
};

mkdirSync(folder, { recursive: true });
let total = 0;
for (const [name, { source, ...options }] of Object.entries(cuts)) {
  const font = await subsetFont(readFileSync(require.resolve(source)), letters, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures,
    ...options,
  });
  writeFileSync(join(folder, name), font);
  total += font.length;
  process.stdout.write(`${name}: ${font.length} bytes\n`);
}
process.stdout.write(`${total} bytes in all\n`);

/** Decision 043. TrueType, because the library has no variable fonts and we read widths. */
const pictureFolder = join(projectRoot, 'src', 'server', 'sharing', 'preview', 'fonts');
const pictureLetters = [
  range(0x20, 0x7e),
  range(0xa0, 0x52f),
  range(0x1e00, 0x1fff),
  range(0x2010, 0x2044),
  '€₴₽№™−',
].join('');
const scripts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'];

mkdirSync(pictureFolder, { recursive: true });
for (const script of scripts) {
  const faces = {
    book: {
      source: `@fontsource-variable/alegreya/files/alegreya-${script}-wght-normal.woff2`,
      variationAxes: { wght: 700 },
    },
    plain: { source: `@fontsource/alegreya-sans/files/alegreya-sans-${script}-400-normal.woff2` },
  };
  for (const [name, { source, ...options }] of Object.entries(faces)) {
    const font = await subsetFont(readFileSync(require.resolve(source)), pictureLetters, {
      targetFormat: 'truetype',
      noHinting: true,
      keepFeatures: [...keepFeatures, 'ccmp', 'mark', 'mkmk'],
      ...options,
    });
    writeFileSync(join(pictureFolder, `${name}-${script}.ttf`), font);
    process.stdout.write(`${name}-${script}.ttf: ${font.length} bytes\n`);
  }
}
