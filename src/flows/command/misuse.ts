/** A command that cannot be carried out as it was given; the message says what to do. */
export class Misuse extends Error {
  override name = 'Misuse';
}
