import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FontMetrics, readFontMetrics } from './font-metrics.ts';

export type Face = 'book' | 'plain';

export interface Run {
  text: string;
  weight: number;
}

const scripts = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'];
const weightOf = (index: number) => (index + 1) * 100;

/** The library selects files only by family and weight, so each file gets its own, meaningless weight. */
export function readFontFiles(faces: readonly Face[] = ['book', 'plain']): Uint8Array<ArrayBuffer>[] {
  return faces.flatMap((face) =>
    scripts.map((script, index) => {
      const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, 'fonts', `${face}-${script}.ttf`)));
      const view = new DataView(bytes.buffer);
      for (let at = 12; at < 12 + view.getUint16(4) * 16; at += 16) {
        const isOs2 = String.fromCharCode(...bytes.subarray(at, at + 4)) === 'OS/2';
        if (isOs2) view.setUint16(view.getUint32(at + 8) + 4, weightOf(index));
      }
      return bytes;
    }),
  );
}

const known = new Map<Face, readonly FontMetrics[]>();

function filesOf(face: Face): readonly FontMetrics[] {
  const ready = known.get(face) ?? readFontFiles([face]).map((bytes) => readFontMetrics(bytes));
  known.set(face, ready);
  return ready;
}

export const metricsOf = (face: Face): FontMetrics => ({
  width(codePoint) {
    for (const file of filesOf(face)) {
      const width = file.width(codePoint);
      if (width !== null) return width;
    }
    return null;
  },
});

export function runsOf(text: string, face: Face): Run[] {
  const files = filesOf(face);
  const runs: Run[] = [];
  let present = 0;
  for (const character of text) {
    const has = (file: FontMetrics | undefined) => file?.width(character.codePointAt(0) ?? 0) != null;
    if (!has(files[present])) present = Math.max(0, files.findIndex(has));
    const last = runs.at(-1);
    if (last?.weight === weightOf(present)) last.text += character;
    else runs.push({ text: character, weight: weightOf(present) });
  }
  return runs;
}
