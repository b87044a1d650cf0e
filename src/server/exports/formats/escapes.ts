/**
 * Escapes for characters with a meaning in a format. `run` matches them with the backslashes before and
 * between them, so that text with escapes survives export and import.
 */
export interface Escape {
  run: RegExp;
  sign: string;
}

/** Puts a backslash before each special character and each backslash of a run. */
export const escaped = (text: string, { run, sign }: Escape): string =>
  text.replace(run, (found) =>
    found.replace(/[\s\S]/g, (one) => (one === '\\' || one === sign ? `\\${one}` : one)),
  );

/** Reverses `escaped`; runs that it did not write stay unchanged. */
export const unescaped = (text: string, { run, sign }: Escape): string =>
  text.replace(run, (found) => {
    const signs = found.split(sign);
    const isOurs = signs.slice(0, -1).every((backslashes) => backslashes.length % 2 === 1);
    return isOurs ? found.replace(/\\([\s\S])/g, '$1') : found;
  });
