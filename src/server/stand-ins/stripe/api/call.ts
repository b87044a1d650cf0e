import type { Act } from '../act.ts';
import type { StandInError } from '../errors.ts';
import type { Form } from '../form.ts';
import type { Page } from '../store.ts';

/** One call of the API. */
export interface ApiCall {
  act: Act;
  /** The parts of the address in braces. */
  path: Readonly<Record<string, string>>;
  form: Form;
}

/** A refusal that is returned keeps what has happened before it; one that is thrown takes all of it back. */
export type Answer = { object: object; expand?: readonly string[] } | StandInError;
export type Handler = (call: ApiCall) => Promise<Answer>;
export type Routes = Readonly<Record<string, Handler>>;

/** Stripe's list. */
export const asList = (page: Page<object>, url: string): object => ({
  object: 'list',
  data: page.data,
  has_more: page.hasMore,
  url,
});
