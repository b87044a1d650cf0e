/** The message says what to do. */
export class Misuse extends Error {
  override name = 'Misuse';
}
