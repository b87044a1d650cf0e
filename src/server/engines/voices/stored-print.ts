const EIGHT_BITS = 127;

/** Half as long as what was measured, and as good: eight bits a number. */
export function writtenPrint(print: Float32Array): string {
  const most = Math.max(1e-9, ...print.map(Math.abs));
  return Buffer.from(
    Int8Array.from(print, (value) => Math.round((value / most) * EIGHT_BITS)).buffer,
  ).toString('base64');
}

/** Of length 1. */
export function readPrint(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const values = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  const length = Math.hypot(...values);
  return length === 0 ? values : values.map((value) => value / length);
}
