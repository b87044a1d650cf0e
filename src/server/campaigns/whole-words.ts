/** @returns the source of an expression that finds any of these names as whole words; it needs the flag `u` */
export const wholeWords = (names: readonly string[]): string =>
  `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;

/** As an expression finds it letter by letter. */
const escaped = (name: string): string => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
