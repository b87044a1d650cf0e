import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { SimulatedClock } from 'xstate';
import { keysOfUser } from '#contract/stored.ts';
import { storedDraft } from '#contract/stored-forms.ts';
import { present } from '#contract/unknown-values.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { openDialogs } from '#tests/web/paths/run-flow.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { createFakeIdentity } from './fake-identity.ts';
import { settle } from './settle.ts';
import { type ComposedApp, createWholeApp } from './whole-app.ts';

const [known] = authFlow.outcomes.checkSession;
const user = known.type === 'done' ? known.output.user : null;
const userId = user?.userId ?? '';

/** Null: it has no such thing. */
type Server = (path: string, request: RequestInit) => Response | null | Promise<Response | null>;

interface FormPage {
  app: ComposedApp | null;
  clock: SimulatedClock;
  /** Of the test that runs; what it does not have, `others` answer. */
  server: Server;
  others: Server;
}

/** The page of a signed-in user with a form, as the last `show` made it. */
export const formPage: FormPage = {
  app: null,
  clock: new SimulatedClock(),
  server: () => null,
  others: () => null,
};

const answer = (async (url: string, request: RequestInit = {}) => {
  const path = new URL(url, 'http://test').pathname;
  if (path === '/check-session') return Response.json(user);
  const own = (await formPage.server(path, request)) ?? (await formPage.others(path, request));
  const refused = { error: { code: 'notFound', message: 'Refused.' } };
  return own ?? Response.json(refused, { status: 404 });
}) as typeof fetch;

export const OnFormPage = ({ children }: { children: ReactNode }) => (
  <AppProvider app={formPage.app!}>{children}</AppProvider>
);

/** A new page on what the browser has stored. */
export async function show(storage: Storage, content: ReactNode): Promise<void> {
  openDialogs();
  formPage.clock = new SimulatedClock();
  formPage.app = createWholeApp(
    {
      identity: createFakeIdentity(),
      fetch: answer,
      baseUrl: 'http://test',
      page: window,
      storage,
      cookies: () => '',
      navigate: () => {},
    },
    { clock: formPage.clock },
  );
  formPage.app.start();
  await act(settle);
  render(<OnFormPage>{content}</OnFormPage>);
  await act(settle);
}

export function leave(): void {
  cleanup();
  formPage.app?.stop();
}

/** After each test. */
export function endPage(): void {
  leave();
  formPage.server = () => null;
}

/** What the browser keeps of the user’s. */
export const keptIn = (storage: Storage) => keysOfUser(storage, userId);

export function keepIn(storage: Storage, place: string, written: object, from: object = {}): void {
  storage.setItem(storedDraft(userId, place).key, JSON.stringify({ written, from }));
}

export const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** @param names of the buttons that open it, one after the other */
export async function openForm(names: readonly string[], label: string): Promise<HTMLInputElement> {
  for (const name of names) {
    const control = await waitFor(() => {
      const found = [
        ...screen.queryAllByRole('menuitem', { name }),
        ...screen.queryAllByRole('button', { name }),
      ];
      return present(
        found.find((each) => !each.hasAttribute('disabled')),
        name,
      );
    });
    await userEvent.click(control);
  }
  return screen.findByLabelText<HTMLInputElement>(label);
}
