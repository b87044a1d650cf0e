const LONG = 100_000;

/** One space for each run of white space. A run of millions is taken in pieces: as one match it has overflowed the stack. */
export const singleSpaced = (text: string): string =>
  (text.length > LONG ? text.replace(/\s{1,5000}/g, ' ') : text).replace(/\s+/g, ' ');
