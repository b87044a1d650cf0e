/** Replaces wouter's pattern parser: our routes are plain paths, so nothing calls it. */
export function parse(): never {
  throw new Error('Routes have no patterns here.');
}
