import type { Act } from '../act.ts';
import type { StandInError } from '../errors.ts';
import type { Form } from '../form.ts';
import type { Page } from '../store.ts';

interface ApiCall {
  act: Act;
  path: Readonly<Record<string, string>>;
  form: Form;
}

/** A returned error keeps earlier changes; a thrown one rolls them back. */
export type Answer = { object: object; expand?: readonly string[] } | StandInError;
export type Handler = (call: ApiCall) => Promise<Answer>;
export type Routes = Readonly<Record<string, Handler>>;

export const asList = (page: Page<object>, url: string): object => ({
  object: 'list',
  data: page.data,
  has_more: page.hasMore,
  url,
});
