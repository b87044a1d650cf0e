/** A schema of zod's, or one of the light ones of the public pages. */
interface FactSchema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

export interface Fact<Value> {
  readonly key: string;
  readonly schema: FactSchema<Value>;
}

/** Null where nothing fitting is stored, or storage is shut off. */
export function readFact<Value>(storage: Storage, { key, schema }: Fact<Value>): Value | null {
  try {
    const stored = storage.getItem(key);
    if (stored === null) return null;
    const fact = schema.safeParse(JSON.parse(stored));
    return fact.success ? fact.data : null;
  } catch {
    return null;
  }
}

/** Does nothing where storage is shut off or full: these facts are a convenience. */
export function writeFact<Value>(storage: Storage, { key }: Fact<Value>, value: Value): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be shut off by the user.
  }
}
