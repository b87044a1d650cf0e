const UNSTORABLE = /[\0\ud800-\udfff]/;

/** Text that PostgreSQL accepts: without NUL, and with lone surrogates replaced. */
export function storableText(text: string): string {
  return UNSTORABLE.test(text) ? Buffer.from(text.replaceAll('\0', '')).toString() : text;
}

/** A JSON value whose texts PostgreSQL accepts. Drops what JSON cannot represent. */
export function storableJson<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'string' ? storableText(part) : part)),
  );
}
