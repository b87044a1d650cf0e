/** 64 bits of a text in base 36: two 32-bit hashes that multiply and rotate (after MurmurHash3's finalizer). */
export function digest(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x85ebca6b);
    two = Math.imul(two ^ code, 0xc2b2ae35);
    one = (one << 13) | (one >>> 19);
    two = (two << 15) | (two >>> 17);
  }
  const { length } = text;
  return `${mixed(one, two, length).toString(36)}.${mixed(two, one ^ 0x9e3779b9, length).toString(36)}`;
}

function mixed(hash: number, other: number, length: number): number {
  const first = Math.imul(hash ^ (hash >>> 16) ^ other, 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16) ^ length) >>> 0;
}
