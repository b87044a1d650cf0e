/** Stands for the reader of route patterns that wouter brings along: our routes are whole paths, so nothing calls it. */
export function parse(): never {
  throw new Error('Routes have no patterns here.');
}
