import { isRecord } from '#contract/unknown-values.ts';
/**
 * Schemas for what the public pages read: zod would be a quarter of the JavaScript that they may load. Like zod's they
 * are asked by `safeParse`, keep what they know and drop the rest.
 */
export interface LightSchema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; data?: never };
}

export type LightValue<Schema> = Schema extends LightSchema<infer Value> ? Value : never;

function schemaOf<Value>(read: (value: unknown) => Value | undefined): LightSchema<Value> {
  return {
    safeParse(value) {
      const data = read(value);
      return data === undefined ? { success: false } : { success: true, data };
    },
  };
}

export const text = (longest: number): LightSchema<string> =>
  schemaOf((value) => (typeof value === 'string' && value.length <= longest ? value : undefined));

export const oneOf = <const Choice extends string>(...choices: readonly Choice[]): LightSchema<Choice> =>
  schemaOf((value) => choices.find((choice) => choice === value));

export const orNull = <Value>(schema: LightSchema<Value>): LightSchema<Value | null> =>
  schemaOf((value) => (value === null ? null : schema.safeParse(value).data));

export const texts = (longest: number): LightSchema<Record<string, string>> =>
  schemaOf((value) => {
    if (!isRecord(value)) return undefined;
    const fits = Object.values(value).every((one) => typeof one === 'string' && one.length <= longest);
    return fits ? (value as Record<string, string>) : undefined;
  });

type Fields = Readonly<Record<string, LightSchema<unknown>>>;
type Shaped<F extends Fields> = { [Name in keyof F]: LightValue<F[Name]> };

function readFields(fields: Fields, value: unknown, mayBeAbsent: boolean): object | undefined {
  if (!isRecord(value)) return undefined;
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    if (mayBeAbsent && value[name] === undefined) continue;
    const field = schema.safeParse(value[name]);
    if (!field.success) return undefined;
    found[name] = field.data;
  }
  return found;
}

export const shape = <F extends Fields>(fields: F): LightSchema<Shaped<F>> =>
  schemaOf((value) => readFields(fields, value, false) as Shaped<F> | undefined);

/** Every field may be absent. */
export const partial = <F extends Fields>(fields: F): LightSchema<Partial<Shaped<F>>> =>
  schemaOf((value) => readFields(fields, value, true) as Partial<Shaped<F>> | undefined);
