/** Compares names and labels without regard to case. */
export const keyOf = (text: string) => text.normalize('NFC').trim().toLowerCase();

const numbered =
  /^(?:(?:unknown|speaker|player|guest|voice|person|participant|host)?(?:[\s_#-]*\d+|[\s_#-]+\w)|unknown(?: (?:speaker|voice))?|speaker|player|guest|voice|person|participant|everyone|all|\w)$/u;

/** Whether a label means the same person in every session: "Speaker 1" does not. */
export const isLasting = (label: string) => !numbered.test(keyOf(label));
