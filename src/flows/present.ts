/** @throws Error that names the value if it is missing */
export function present<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}

/** The message of what was thrown. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
