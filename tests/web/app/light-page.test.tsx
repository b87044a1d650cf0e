import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { preloadPages } from '#tests/support/public-pages.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { createApp } from '#web/app/create-app.ts';
import { type ComposedSite, createSite } from '#web/app/create-site.ts';
import { AccountScope } from '#web/app/providers.tsx';
import { SiteTree } from '#web/app/site-tree.tsx';
import { needsAccountPart } from '#web/flows/account-part/provide-account-part.ts';
import type { AccountPart } from '#web/hooks/site-port.ts';
import { notFoundPage, publicPageAt } from '#web/pages/page-catalogue.ts';

const signedIn = 'CognitoIdentityServiceProvider.client.LastAuthUser';

let container: HTMLElement;
let root: Root;
let site: ComposedSite;
let storage: MemoryStorage;
let loads: number;
let bring: (outcome: 'part' | Error) => Promise<void>;
let complaints: ReturnType<typeof vi.spyOn>;

const settle = () => act(settled);

function makeSite(): ComposedSite {
  return createSite(
    {
      fetch: () => new Promise(() => {}),
      page: window,
      storage,
      cookies: () => '',
      navigate,
      importAccountPart: () => {
        loads += 1;
        return new Promise((resolve, reject) => {
          bring = async (outcome) => {
            await act(async () => {
              if (outcome instanceof Error) reject(outcome);
              else resolve({ composeAccountPart: async (given) => compose(given) });
            });
            await settle();
          };
        });
      },
      prerendered: window.location.pathname,
    },
    { clock: new SimulatedClock() },
  );
}

function compose(given: ComposedSite): AccountPart {
  const app = createApp({
    identity: createFakeIdentity(),
    fetch: (async () =>
      Response.json({ isAuthenticated: false, allowedCountry: true, country: null })) as typeof fetch,
    baseUrl: '',
    page: window,
    storage,
    cookies: () => '',
    navigate,
    site: given,
  });
  app.start();
  return { app, Scope: ({ children }) => <AccountScope app={app}>{children}</AccountScope> };
}

async function open(path: string) {
  window.history.replaceState(null, '', path);
  const { pathname, search } = window.location;
  const page = publicPageAt(pathname) ?? notFoundPage;
  const html = renderToString(<SiteTree site={makeSite()} first={null} address={page.path} />);
  container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  site = makeSite();
  return {
    html,
    hydrate: () =>
      act(async () => {
        root = hydrateRoot(
          container,
          <SiteTree site={site} first={page} address={pathname} search={search} />,
        );
      }),
  };
}

beforeEach(async () => {
  window.scrollTo = () => {};
  storage = new MemoryStorage();
  loads = 0;
  complaints = vi.spyOn(console, 'error');
  await preloadPages('/', '/ai', '/no/such/page');
});
afterEach(() => {
  act(() => root.unmount());
  site.stop();
  container.remove();
  complaints.mockRestore();
});

describe('a visitor’s first page', () => {
  it('[R2.1] [R2.6] is hydrated as sent: the same elements, no warnings, no account part', async () => {
    const page = await open('/');
    const [main, bar] = [container.querySelector('main'), container.querySelector('header')];
    await page.hydrate();
    await settle();
    expect(container.querySelector('main')).toBe(main);
    expect(container.querySelector('header')).toBe(bar);
    expect(complaints).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Join / Login' })).toBeTruthy();
    expect(loads).toBe(0);
  });

  it('[R2.1] is hydrated as sent, then left, if a link was pressed before', async () => {
    const page = await open('/ai');
    window.history.pushState(null, '', '/');
    await page.hydrate();
    await settle();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Less note-taking');
    expect(complaints).not.toHaveBeenCalled();
  });

  it.each(['/ai?utm_source=poster', '/no/such/page'])(
    '[R2.1] [R2.15] %s is hydrated without a navigation: what is read and focused stays',
    async (path) => {
      const page = await open(path);
      const enter = vi.spyOn(site, 'enterRoute');
      await page.hydrate();
      await settle();
      expect(enter).not.toHaveBeenCalled();
      expect(document.activeElement).toBe(document.body);
      expect(complaints).not.toHaveBeenCalled();
    },
  );

  it('[R2.23] stays unchanged while the account part loads: what is open, typed and focused', async () => {
    const page = await open('/');
    await page.hydrate();
    const main = container.querySelector('main')!;
    const detail = main.querySelector('details')!;
    detail.open = true;
    const field = document.createElement('input');
    main.append(field);
    field.focus();
    field.value = 'half a word';
    act(() => site.needAccount());
    expect(loads).toBe(1);
    await bring('part');
    expect(container.querySelector('main')).toBe(main);
    expect([detail.open, field.value, document.activeElement]).toEqual([true, 'half a word', field]);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('says that the account part could not be loaded, and retries on request', async () => {
    const page = await open('/');
    await page.hydrate();
    act(() => site.needAccount());
    await bring(Object.assign(new Error('The server cannot be reached.'), { code: 'network' }));
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.');
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(loads).toBe(2);
    await bring('part');
    expect(screen.getByRole('button', { name: 'Join / Login' })).toBeTruthy();
  });

  it('[R4.1] loads the account part at once if someone has signed in before', async () => {
    storage.setItem(signedIn, 'gm@example.org');
    const page = await open('/');
    await page.hydrate();
    expect(loads).toBe(1);
    expect(complaints).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Join / Login' })).toBeNull();
  });

  it('[R2.32] loads the account part if the address requests the sign-in dialog', async () => {
    const page = await open('/');
    window.location.hash = '#join';
    await page.hydrate();
    expect(loads).toBe(1);
  });

  it('navigates without a page load, and back to a page rendered in the browser', async () => {
    const page = await open('/');
    await page.hydrate();
    const link = container.querySelector('main')!.appendChild(document.createElement('a'));
    link.href = '/ai';
    await act(async () => link.click());
    expect(window.location.pathname).toBe('/ai');
    expect(await screen.findByRole('heading', { level: 1, name: 'AI philosophy' })).toBeTruthy();
    await act(async () => navigate('/'));
    expect(await screen.findByRole('heading', { level: 1, name: /Less note-taking/ })).toBeTruthy();
  });
});

describe('who needs the account part', () => {
  it.each([
    ['/', '', false],
    ['/pricing', '?code=summer', false],
    ['/campaign', '', true],
    ['/', '?code=1&state=2', true],
    ['/', '?error=access_denied&state=2', true],
  ])('%s%s: %s', (pathname, search, needed) => {
    expect(needsAccountPart(new MemoryStorage(), { pathname, search })).toBe(needed);
  });

  it('for users who have signed in before, but not without storage', () => {
    const place = { pathname: '/', search: '' };
    const known = new MemoryStorage();
    known.setItem('CognitoIdentityServiceProvider.client.someone.idToken', 'x');
    expect(needsAccountPart(known, place)).toBe(false);
    known.setItem(signedIn, 'x');
    expect(needsAccountPart(known, place)).toBe(true);
    const shut = new Proxy(known, {
      get() {
        throw new Error('denied');
      },
    });
    expect(needsAccountPart(shut, place)).toBe(false);
  });
});
