import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type ComposedApp, createApp } from '#web/app/create-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { lateView } from '#web/hooks/late-view.tsx';
import { useFlow, WhenLoaded } from '#web/hooks/use-flow.ts';

function Sessions({ title }: { title: string }) {
  return <p>{`${title} ${useFlow('player').getSnapshot().status}`}</p>;
}

let app: ComposedApp;

beforeEach(() => {
  app = createApp({
    identity: createFakeIdentity({}),
    fetch: () => new Promise(() => {}),
    baseUrl: '',
    page: window,
    storage: new MemoryStorage(),
    cookies: () => '',
    navigate: () => {},
  });
  app.start();
});

afterEach(() => {
  cleanup();
  app.stop();
});

describe('a view that is loaded on first use', () => {
  it('loads with the flows that it reads, and immediately the next time', async () => {
    let loads = 0;
    const View = lateView(
      async () => {
        loads += 1;
        return Sessions;
      },
      { meanwhile: <p>Loading</p> },
    );
    const first = render(
      <AppProvider app={app}>
        <View title="The mine" />
      </AppProvider>,
    );
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(await screen.findByText('The mine active')).toBeTruthy();
    first.unmount();
    render(
      <AppProvider app={app}>
        <View title="The tower" />
      </AppProvider>,
    );
    expect(screen.getByText('The tower active')).toBeTruthy();
    expect(loads).toBe(1);
  });

  it('says that it could not be loaded, and retries', async () => {
    let isThere = false;
    const View = lateView(async () => {
      if (!isThere) throw new Error('404');
      return Sessions;
    });
    render(
      <AppProvider app={app}>
        <View title="The mine" />
      </AppProvider>,
    );
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/Part of the page could not be loaded/)).toBeTruthy();
    isThere = true;
    await userEvent.click(again);
    expect(await screen.findByText('The mine active')).toBeTruthy();
  });

  it('loads no flow that it does not read', async () => {
    const View = lateView(async () => () => <p>Alone</p>);
    render(
      <AppProvider app={app}>
        <View />
        <WhenLoaded flow="player">Waiting</WhenLoaded>
      </AppProvider>,
    );
    expect(await screen.findByText('Alone')).toBeTruthy();
    expect(app.flows.get('player')).toBeUndefined();
    expect(screen.queryByText('Waiting')).toBeNull();
    await app.flows.load('player');
    expect(await screen.findByText('Waiting')).toBeTruthy();
  });
});
