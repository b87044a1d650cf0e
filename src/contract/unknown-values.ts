/** Whether it is an object with named fields, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value's own fields by name, also of an error; none if it is not an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Whether it is text of at most so many characters. */
export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

/**
 * The names of an object's own fields, typed. Pass only objects of exactly their type: others may have more
 * fields.
 */
export function keysOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  // biome-ignore lint/plugin: `Object.keys` returns plain strings, because an object may have more fields than its type.
  return Object.keys(fields) as unknown as (keyof Fields & string)[];
}

/** A value that must be there by now; an Error that names it if it is not. */
export function present<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}

/** The message of a thrown value, whatever its type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
