/** Nothing calls wouter's pattern parser: our routes are plain paths. */
export function parse(): never {
  throw new Error('Routes have no patterns here.');
}
