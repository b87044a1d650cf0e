import type { z } from 'zod';

interface Fact<Schema extends z.ZodType> {
  readonly key: string;
  readonly schema: Schema;
}

/** Null where nothing fitting is stored, or storage is shut off. */
export function readFact<Schema extends z.ZodType>(
  storage: Storage,
  { key, schema }: Fact<Schema>,
): z.infer<Schema> | null {
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
export function writeFact<Schema extends z.ZodType>(
  storage: Storage,
  { key }: Fact<Schema>,
  value: z.infer<Schema>,
): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be shut off by the user.
  }
}
