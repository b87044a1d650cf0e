/** A command that cannot run as given; the message says what to do. */
export class Misuse extends Error {
  override name = 'Misuse';
}
