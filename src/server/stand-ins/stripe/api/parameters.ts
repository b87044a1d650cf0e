import { z } from 'zod';
import { badRequest } from '../errors.ts';
import type { Form } from '../form.ts';
import type { Listing } from '../store.ts';

export const text = z.string().max(5000);
export const id = z.string().min(1).max(255);
export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/, 'must be an integer')
  .transform(Number);
export const positive = whole.refine((value) => value > 0, 'must be greater than or equal to 1');
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z
  .union([z.literal(''), z.record(z.string().max(40), z.string().max(500))])
  .transform((value) => (value === '' ? {} : value))
  .refine((value) => Object.keys(value).length <= 50, 'has more than 50 keys');
export const expand = z.array(z.string().max(200)).max(20).default([]);
const webAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
export const address = z.string().max(5000).refine(webAddress, 'is not a valid URL');

export const listing = {
  limit: whole.refine((value) => value >= 1 && value <= 100, 'must be from 1 to 100').default(10),
  starting_after: id.optional(),
  created: z.strictObject({ gte: whole }).optional(),
  expand,
};

export function toListing(
  given: z.infer<z.ZodObject<typeof listing>>,
  fields: Record<string, string | undefined>,
): Listing {
  const wanted = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    fields: Object.fromEntries(wanted),
    limit: given.limit,
    since: given.created?.gte,
    startingAfter: given.starting_after,
  };
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('');

export function read<Shape extends z.ZodRawShape>(
  shape: Shape,
  form: Form,
): z.infer<z.ZodObject<Shape, z.core.$strict>> {
  const result = z.strictObject(shape).safeParse(form);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? '']);
    throw badRequest(
      `Received unknown parameter: ${param.slice(0, 100)}`,
      param.slice(0, 100),
      'parameter_unknown',
    );
  }
  const param = nameOf(path);
  if (issue?.code === 'invalid_type' && path.reduce<unknown>(reach, form) === undefined)
    throw badRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
  throw badRequest(`Invalid ${param}: ${issue?.message ?? 'not as expected'}`, param);
}

const reach = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
