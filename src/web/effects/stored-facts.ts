interface FactSchema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

export interface Fact<Value> {
  readonly key: string;
  readonly schema: FactSchema<Value>;
}

/** Null if nothing valid is stored, or storage is disabled. */
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

/** Does nothing if storage is disabled or full: these facts are optional. */
export function writeFact<Value>(storage: Storage, { key }: Fact<Value>, value: Value): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The user may have disabled storage.
  }
}
