export interface Fact<Value> {
  readonly key: string;
  read(stored: unknown): Value | null;
}

export function readFact<Value>(storage: Pick<Storage, 'getItem'>, fact: Fact<Value>): Value | null {
  try {
    const stored = storage.getItem(fact.key);
    return stored === null ? null : fact.read(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** These facts are optional. @returns false if storage is disabled or full */
export function writeFact<Value>(
  storage: Pick<Storage, 'setItem'>,
  { key }: Fact<Value>,
  value: Value,
): boolean {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** As `writeFact`, but a full browser keeps no older value. */
export function replaceFact<Value>(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  fact: Fact<Value>,
  value: Value,
): boolean {
  storage.removeItem(fact.key);
  return writeFact(storage, fact, value);
}
