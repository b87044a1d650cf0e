import type { Call, ResponseOf } from '#contract/call.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type * as contract from '#contract/every-module.ts';

type CallsIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Call> : never;
type ContractCall = CallsIn<(typeof contract)[keyof typeof contract]>;

type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? [First, ...Segments<Rest>]
  : [Path];

type Filled<Parts> = Parts extends [infer First, ...infer Rest]
  ? [First extends `{${string}}${infer End}` ? `${string}${End}` : First, ...Filled<Rest>]
  : [];

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

type Matching<C, Method extends string, Path extends string> = C extends Call
  ? C['method'] extends Method
    ? Segments<WithoutQuery<Path>> extends Filled<Segments<C['path']>>
      ? C
      : never
    : never
  : never;

/** The contract's response, with a refusal's fields. Unknown for a path that is a plain string. */
export type TypedBody<Method extends string, Path extends string> = [
  Matching<ContractCall, Method, Path>,
] extends [never]
  ? Partial<ErrorBody> & Readonly<Record<string, unknown>>
  : ResponseOf<Matching<ContractCall, Method, Path>> & ErrorBody;

export interface TypedAnswer<Method extends string, Path extends string> {
  status: number;
  body: TypedBody<Method, Path>;
  headers: Headers;
}

/** A response whose JSON is typed by the contract. */
export interface TypedResponse<Method extends string, Path extends string> extends Response {
  json(): Promise<TypedBody<Method, Path>>;
}
