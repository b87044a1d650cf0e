/** `run` includes the backslashes around the characters, so escaped text survives export and import. */
export interface Escape {
  run: RegExp;
  sign: string;
}

export const escaped = (text: string, { run, sign }: Escape): string =>
  text.replace(run, (found) =>
    found.replace(/[\s\S]/g, (one) => (one === '\\' || one === sign ? `\\${one}` : one)),
  );

/** Leaves runs that `escaped` did not write. */
export const unescaped = (text: string, { run, sign }: Escape): string =>
  text.replace(run, (found) => {
    const signs = found.split(sign);
    const isOurs = signs.slice(0, -1).every((backslashes) => backslashes.length % 2 === 1);
    return isOurs ? found.replace(/\\([\s\S])/g, '$1') : found;
  });
