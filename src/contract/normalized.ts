/** No letter of any script has as many: Unicode's stream-safe text. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * Instead of `normalize`, whose time grows with the square of the marks on one letter: 200,000 take a quarter of a minute. More
 * than 30 are left out.
 */
export const normalized = (text: string, form: Form = 'NFC'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);
