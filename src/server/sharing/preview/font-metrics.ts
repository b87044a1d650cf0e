export interface FontMetrics {
  width(codePoint: number): number | null;
}

/** For TrueType files of `npm run fonts`: tables head, hhea, hmtx and cmap. */
export function readFontMetrics(bytes: Uint8Array): FontMetrics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = 12 + index * 16;
    tables.set(String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8));
  }
  const table = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`The font has no table ${name}.`);
    return at;
  };
  const unitsPerEm = view.getUint16(table('head') + 18);
  const metricCount = view.getUint16(table('hhea') + 34);
  const metrics = table('hmtx');
  const glyphs = readGlyphs(view, table('cmap'));
  return {
    width(codePoint) {
      const glyph = glyphs.get(codePoint);
      if (glyph === undefined) return null;
      return view.getUint16(metrics + 4 * Math.min(glyph, metricCount - 1)) / unitsPerEm;
    },
  };
}

/** Formats 4 and 12, which fonts for Unicode have. */
function readGlyphs(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const at = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    const format = view.getUint16(at);
    if (format === 4) readSegments(view, at, glyphs);
    if (format === 12) readGroups(view, at, glyphs);
  }
  return glyphs;
}

function readSegments(view: DataView, at: number, glyphs: Map<number, number>): void {
  const doubled = view.getUint16(at + 6);
  for (let offset = 0; offset < doubled; offset += 2) {
    const end = view.getUint16(at + 14 + offset);
    const start = view.getUint16(at + 16 + doubled + offset);
    const delta = view.getUint16(at + 16 + 2 * doubled + offset);
    const rangeAt = at + 16 + 3 * doubled + offset;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const found = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start));
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

function readGroups(view: DataView, at: number, glyphs: Map<number, number>): void {
  for (let index = 0; index < view.getUint32(at + 12); index += 1) {
    const group = at + 16 + index * 12;
    const start = view.getUint32(group);
    for (let code = start; code <= view.getUint32(group + 4); code += 1)
      glyphs.set(code, view.getUint32(group + 8) + code - start);
  }
}
