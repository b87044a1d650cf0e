import { spelling } from './recognized-text.ts';

export const keyOf = (text: string) => spelling(text).trim().toLowerCase();

const numbered =
  /^(?:(?:unknown|speaker|player|guest|voice|person|participant|host)?(?:[\s_#-]*\d+|[\s_#-]+\w)|unknown(?: (?:speaker|voice))?|speaker|player|guest|voice|person|participant|everyone|all|\w)$/u;

/** "Speaker 1" is someone else in each session. */
export const isLasting = (label: string) => !numbered.test(keyOf(label));
