/** Serialises a machine's data; errors keep their name and message. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Error ? { ...part, name: part.name, message: part.message } : part,
  );
}

const remembered = new WeakMap<object, string>();

/** Cached, for values that never change, such as contexts. */
export function rememberedJson(value: object | undefined): string {
  if (value === undefined) {
    return '';
  }
  const known = remembered.get(value) ?? stableJson(value);
  remembered.set(value, known);
  return known;
}

/** The value's own fields; none for what is no object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

export function changedKeys(before: unknown, after: unknown): string[] {
  const [old, current] = [before, after].map((one) => (isRecord(one) ? one : undefined));
  return old && current && old !== current
    ? Object.keys(current).filter(
        (key) => old[key] !== current[key] && stableJson(old[key]) !== stableJson(current[key]),
      )
    : [];
}
