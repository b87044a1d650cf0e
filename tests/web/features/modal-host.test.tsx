import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { modalStandIns } from '#tests/support/screens/modal-stand-ins.tsx';
import { answerOf, titleOf } from '#tests/support/screens/modals.screen.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { demandedModals } from '#web/app/flows.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { ModalHost } from '#web/features/shell/modal-host.tsx';
import type { ModalName, ModalViews } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';

let app: ComposedApp;

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

function open(modalViews: ModalViews = modalStandIns) {
  app = createWholeApp(
    {
      identity: createFakeIdentity(),
      fetch: () => new Promise(() => {}),
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate: () => {},
      modalViews,
    },
    { clock: new SimulatedClock() },
  );
  app.start();
  render(
    <AppProvider app={app}>
      <ModalHost />
    </AppProvider>,
  );
}

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => app.stop());

const tell = (...events: Parameters<ReturnType<ComposedApp['modals']>['send']>[0][]) =>
  act(async () => {
    for (const event of events) app.modals().send(event);
  });
const shown = () =>
  [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.querySelector('h2')?.textContent);

describe('[R2.34] the host of the modals', () => {
  it('shows one at a time in the order of precedence, each until it is answered', async () => {
    open();
    await tell(
      { type: 'modal.opened', modal: 'accountSettings' },
      ...demandedModals.toReversed().map((modal) => ({ type: 'modal.demanded', modal }) as const),
    );
    for (const modal of demandedModals) {
      expect(shown()).toEqual([titleOf(modal)]);
      await userEvent.click(screen.getByRole('button', { name: answerOf(modal) }));
    }
    expect(shown()).toEqual([titleOf('accountSettings')]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(shown()).toEqual([]);
  });

  it.each([
    'feedback',
    'accountSettings',
    'creditsAndBilling',
    'yourData',
    'deleteAccount',
    'purchaseOptions',
  ] as const)('%s opens and closes', async (modal) => {
    open();
    await tell({ type: 'modal.opened', modal });
    expect(shown()).toEqual([titleOf(modal)]);
    await tell({ type: 'modal.closed' });
    expect(shown()).toEqual([]);
  });

  it('keeps input while another modal is answered first', async () => {
    open();
    await tell({ type: 'modal.opened', modal: 'feedback' });
    const field = () => screen.getByLabelText(`Words for: ${titleOf('feedback')}`) as HTMLInputElement;
    await userEvent.type(field(), 'The map is upside down');
    await tell({ type: 'modal.demanded', modal: 'reSignIn' });
    expect(shown()).toEqual([titleOf('reSignIn')]);
    await tell({ type: 'modal.settled', modal: 'reSignIn' });
    expect(shown()).toEqual([titleOf('feedback')]);
    expect(field().value).toBe('The map is upside down');
  });
});

describe('a view that fails to load', () => {
  const failing = (modal: ModalName) => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockImplementation(modalStandIns[modal]!);
    return { load, views: { ...modalStandIns, [modal]: load } };
  };

  it('says so and retries on request', async () => {
    const { load, views } = failing('feedback');
    open(views);
    await tell({ type: 'modal.opened', modal: 'feedback' });
    expect(shown()).toEqual(['This didn’t load']);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(shown()).toEqual([titleOf('feedback')]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('can be closed if the user opened it, not if it must be answered', async () => {
    open(failing('feedback').views);
    await tell({ type: 'modal.opened', modal: 'feedback' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(shown()).toEqual([]);
    app.stop();

    open(failing('agreements').views);
    await tell({ type: 'modal.demanded', modal: 'agreements' });
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('the loading overlay covers the page meanwhile, and each view is loaded once', async () => {
    let arrive = () => {};
    const load = vi.fn(
      () =>
        new Promise<Awaited<ReturnType<NonNullable<ModalViews['feedback']>>>>((resolve) => {
          arrive = () => resolve(() => <Button>Here</Button>);
        }),
    );
    open({ feedback: load });
    const isWaiting = () => !app.loadingOverlay().getSnapshot().matches('hidden');
    await tell();
    await act(async () => app.auth().send({ type: 'unauthorized' }));
    expect(isWaiting()).toBe(false);
    await tell({ type: 'modal.opened', modal: 'feedback' });
    expect([isWaiting(), shown()]).toEqual([true, []]);
    await act(async () => arrive());
    expect(isWaiting()).toBe(false);
    expect(screen.getByRole('button', { name: 'Here' })).toBeTruthy();
    await tell({ type: 'modal.closed' }, { type: 'modal.opened', modal: 'feedback' });
    expect(load).toHaveBeenCalledOnce();
  });
});
