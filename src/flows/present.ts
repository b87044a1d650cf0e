/** A value that must be there by now; an Error that names it if it is not. */
export function present<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
