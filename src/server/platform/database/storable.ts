const UNSTORABLE = /[\0\ud800-\udfff]/;

/** Text as PostgreSQL takes it: without NUL, and with halves of surrogate pairs replaced. */
export function storableText(text: string): string {
  return UNSTORABLE.test(text) ? Buffer.from(text.replaceAll('\0', '')).toString() : text;
}

/** A JSON value whose texts PostgreSQL takes. What does not survive JSON is dropped. */
export function storableJson<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'string' ? storableText(part) : part)),
  );
}
