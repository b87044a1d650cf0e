const UNSTORABLE = /[\0\ud800-\udfff]/;

/** PostgreSQL accepts neither NUL nor lone surrogates. */
export function storableText(text: string): string {
  return UNSTORABLE.test(text) ? Buffer.from(text.replaceAll('\0', '')).toString() : text;
}

export function storableJson<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'string' ? storableText(part) : part)),
  );
}
