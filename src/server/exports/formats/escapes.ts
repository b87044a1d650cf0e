/**
 * Escapes for runs of signs that a format takes for its own. `run` matches such signs with the backslashes before and
 * between them, so that whatever was escaped already survives the way there and back.
 */
export interface Escape {
  run: RegExp;
  sign: string;
}

/** Puts a backslash before each sign and each backslash of a run. */
export const escaped = (text: string, { run, sign }: Escape): string =>
  text.replace(run, (found) =>
    found.replace(/[\s\S]/g, (one) => (one === '\\' || one === sign ? `\\${one}` : one)),
  );

/** Takes `escaped` back; runs that it did not make stay as they are. */
export const unescaped = (text: string, { run, sign }: Escape): string =>
  text.replace(run, (found) => {
    const signs = found.split(sign);
    const isOurs = signs.slice(0, -1).every((backslashes) => backslashes.length % 2 === 1);
    return isOurs ? found.replace(/\\([\s\S])/g, '$1') : found;
  });
