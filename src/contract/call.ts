import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Left out: it needs a token. `optional`: works without one; `none`: ignores it; `operator`: needs the data folder's key. */
  readonly auth?: 'optional' | 'none' | 'operator';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyType?: 'bytes';
  /** `null`: no body, `'events'`: SSE, `'bytes'`: a file. */
  readonly responses: Readonly<Record<number, z.ZodType | null | 'text' | 'events' | 'bytes'>>;
  /** Besides those of every call, such as invalidRequest, unauthorized, overloaded or internal. */
  readonly errors: readonly ErrorCode[];
  readonly description: string;
}

export function defineCall<const Definition extends Call>(definition: Definition): Definition {
  return definition;
}

type Inferred<Schema, Fallback> = Schema extends z.ZodType ? z.infer<Schema> : Fallback;
type Given<Schema, Fallback> = Schema extends z.ZodType ? z.input<Schema> : Fallback;

export type ParamsOf<C extends Call> = Inferred<C['params'], undefined>;
export type QueryOf<C extends Call> = Inferred<C['query'], undefined>;
export type HeadersOf<C extends Call> = Inferred<C['headers'], undefined>;
export type BodyOf<C extends Call> = Inferred<C['body'], undefined>;
export type BodyInputOf<C extends Call> = Given<C['body'], undefined>;
export type QueryInputOf<C extends Call> = Given<C['query'], undefined>;
export type ResponseOf<C extends Call> = {
  [Status in keyof C['responses']]: C['responses'][Status] extends z.ZodType
    ? z.infer<C['responses'][Status]>
    : C['responses'][Status] extends 'text'
      ? string
      : undefined;
}[keyof C['responses']];
