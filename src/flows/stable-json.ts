/** Values that JSON cannot represent become an object with one key that starts with `$`. */
export function stableJson(value: unknown): string {
  const way: { part: object; form: object }[] = [];
  return JSON.stringify(value, function (this: unknown, key, part: unknown) {
    if (typeof part === 'bigint') return { $bigint: String(part) };
    if (typeof part === 'number' && !Number.isFinite(part)) return { $number: String(part) };
    if (typeof part !== 'object' || part === null) return part;
    // `this` is the innermost object that is being written.
    while (way.length > 0 && way.at(-1)?.form !== this) way.pop();
    if (way.some((outer) => outer.part === part)) return { $cycle: key };
    const form = jsonForm(part);
    way.push({ part, form });
    return form;
  });
}

function jsonForm(part: object): object {
  if (part instanceof Error) return { ...part, name: part.name, message: part.message };
  if (part instanceof Map) return { $map: [...part] };
  if (part instanceof Set) return { $set: [...part] };
  return part;
}

/** Empty if it is not an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
