import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { AccountDialogs } from '#web/features/shell/account-shell.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

let app: ComposedApp;
let clock: SimulatedClock;

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  clock = new SimulatedClock();
});
afterEach(() => app.stop());

function open(address: string, content = <></>) {
  window.history.replaceState(null, '', address);
  app = createWholeApp(
    {
      identity: createFakeIdentity(),
      fetch: () => new Promise(() => {}),
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate: () => {},
    },
    { clock },
  );
  app.start();
  render(
    <AppProvider app={app}>
      <div className="shell">
        <header>
          <button type="button">Menu</button>
        </header>
        <div data-testid="page">
          <main id="main">
            <button type="button">Save</button>
          </main>
        </div>
      </div>
      {content}
      <AccountDialogs joins={false} onJoinClosed={() => {}} />
    </AppProvider>,
  );
}

const tell = (type: 'work.started' | 'work.finished') => act(async () => app.loadingOverlay().send({ type }));
const wait = (milliseconds: number) => act(async () => clock.increment(milliseconds));
const isVeiled = () => screen.queryByText('Working …') !== null;
const busyParts = () => [...document.querySelectorAll<HTMLElement>('[aria-busy=true]')];

it('[R4.18] covers the page’s content: busy and inert from 150 ms on, for at least 300 ms', async () => {
  open('/terms');
  const page = screen.getByTestId('page');
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  await tell('work.started');
  await wait(149);
  expect([isVeiled(), busyParts()]).toEqual([false, []]);
  await wait(1);
  expect(isVeiled()).toBe(true);
  expect(busyParts()).toEqual([page]);
  expect(page.inert).toBe(true);
  await tell('work.finished');
  await wait(299);
  expect(busyParts()).toEqual([page]);
  await wait(1);
  expect([isVeiled(), busyParts()]).toEqual([false, []]);
  expect(page.inert).toBe(false);
  expect(document.activeElement).toBe(save);
});

it('[R4.18] covers the dialog during work of a dialog', async () => {
  open(
    '/terms',
    <Dialog open title="New campaign" onClose={() => {}}>
      <button type="button">Create</button>
    </Dialog>,
  );
  await tell('work.started');
  await wait(150);
  expect(busyParts()).toEqual([document.querySelector('dialog')]);
  await tell('work.finished');
  await wait(300);
  expect(busyParts()).toEqual([]);
});

it('[R4.18] background loading covers no public page, but the campaigns that wait for it', async () => {
  open('/terms');
  await wait(1000);
  expect(isVeiled()).toBe(false);
  cleanup();
  app.stop();
  open('/campaign');
  await wait(1000);
  expect(isVeiled()).toBe(true);
});

it('[R4.18] signing in covers every page', async () => {
  open('/terms');
  await act(async () => app.auth().send({ type: 'login.completed' }));
  await wait(150);
  expect(isVeiled()).toBe(true);
});
