import { act, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import { momentOf } from '#contract/dates.ts';
import type { ServerStatus } from '#contract/status.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { notes } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { lookUpClientId } from '#web/effects/client-id.ts';
import { CopyMarkdown, notesAsMarkdown } from '#web/features/campaign/notes/copy-markdown.tsx';
import { Announcements } from '#web/features/shell/announcements.tsx';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useReleaseWatch } from '#web/flows/release-watch/use-release-watch.ts';
import { useScrollToTarget } from '#web/flows/scroll-to-target/use-scroll-to-target.ts';
import { Button } from '#web/ui/button.tsx';

const now = Date.parse('2026-03-14T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;

let clock: SimulatedClock;
let app: ComposedApp;
let status: ServerStatus;
let version: string;
let requests: string[];
let scrolled: ScrollToOptions[];
let scrollY: number;
let openedAt: string | null;
let copied: string[];
let refusesCopy: boolean;
let cookies: string;
const reload = vi.fn();

const settle = () => act(settled);
const pass = async (milliseconds: number) => {
  act(() => clock.increment(milliseconds));
  await settle();
};

const fetchStatus = (async (url: string) => {
  requests.push(url);
  if (url === '/status') return Response.json(status);
  if (url === '/version') return new Response(version, { headers: { 'content-type': 'text/plain' } });
  return Response.json({ isAuthenticated: false });
}) as typeof fetch;

const page = new Proxy(window, {
  get(target, name) {
    if (name === 'scrollTo')
      return (options: ScrollToOptions) => {
        scrolled.push(options);
        scrollY = options.top ?? 0;
      };
    if (name === 'scrollY') return scrollY;
    if (name === 'performance')
      return { getEntriesByType: () => (openedAt === null ? [] : [{ type: 'navigate', name: openedAt }]) };
    if (name === 'navigator')
      return {
        onLine: true,
        clipboard: {
          writeText: async (text: string) => {
            if (refusesCopy) throw new Error('denied');
            copied.push(text);
          },
        },
      };
    if (name === 'location')
      return { pathname: target.location.pathname, search: target.location.search, reload };
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});

function compose(build: string | null = 'abc') {
  app = createWholeApp(
    {
      identity: createFakeIdentity(),
      fetch: fetchStatus,
      baseUrl: 'https://api.example.org',
      page,
      storage: new MemoryStorage(),
      cookies: () => cookies,
      navigate,
      build,
    },
    { clock },
  );
  app.start();
}

const inApp = ({ children }: { children: ReactNode }) => <AppProvider app={app}>{children}</AppProvider>;

function Announcing() {
  return <Announcements release={useReleaseWatch()} refusedCountry={null} />;
}

beforeEach(() => {
  clock = new SimulatedClock();
  status = {
    now: new Date(now).toISOString(),
    maintenance: null,
    issues: false,
    links: { discord: null, sites: [] },
    allowedCountry: true,
    country: null,
    hearing: null,
    pricePercent: 100,
  };
  version = 'abc';
  requests = [];
  scrolled = [];
  scrollY = 0;
  openedAt = null;
  copied = [];
  refusesCopy = false;
  cookies = '';
  reload.mockClear();
  window.history.replaceState(null, '', '/');
});
afterEach(() => app.stop());

describe('announcements', () => {
  const maintenanceIn = (ahead: number) => {
    const at = (time: number) => new Date(time).toISOString();
    status = { ...status, maintenance: { start: at(now + ahead), end: at(now + ahead + 2 * hour) } };
  };
  const moment = (ahead: number) => momentOf(now + ahead);
  const asked = () => requests.filter((url) => url === '/status' || url === '/version').length;
  const show = async (build?: string | null) => {
    compose(build);
    const view = render(<Announcing />, { wrapper: inApp });
    await settle();
    return view;
  };

  it('[R2.30] [R4.9] shows nothing while nothing is announced, and polls its own origin each minute', async () => {
    const { container } = await show();
    expect(container.textContent).toBe('');
    expect(asked()).toBe(2);
    await pass(minute - 1);
    expect(asked()).toBe(2);
    await pass(1);
    expect(asked()).toBe(4);
  });

  it.each([
    [minute - 1, 'less than a minute'],
    [minute, '1 minute'],
    [59 * minute, '59 minutes'],
    [hour, '1 hour'],
    [119 * minute, '1 hour'],
    [72 * hour, '72 hours'],
  ])('[R4.7] [R8.12] %i ms ahead: shows scheduled maintenance in %s', async (ahead, time) => {
    maintenanceIn(ahead);
    const { container } = await show();
    expect(screen.getByRole('status').textContent).toBe(
      `Scheduled maintenance in ${time} (${moment(ahead)} - ${moment(ahead + 2 * hour)})`,
    );
    await expectAccessible(container);
  });

  it('[R4.6] [R8.12] shows maintenance in progress', async () => {
    maintenanceIn(0);
    await show();
    expect(screen.getByRole('alert').textContent).toBe(
      `System maintenance in progress until ${moment(2 * hour)}. Some features may be unavailable.`,
    );
  });

  it('[R4.5] [R8.12] shows technical difficulties', async () => {
    maintenanceIn(0);
    status = { ...status, issues: true };
    const { container } = await show();
    expect(screen.getByRole('alert').textContent).toBe(
      'We are currently experiencing technical difficulties. Our team is working on a resolution.',
    );
    await expectAccessible(container);
  });

  it('[R4.8] [R7.13] a newer version offers to refresh, and polling stops', async () => {
    version = 'def';
    const { container } = await show();
    expect(screen.getByRole('status').textContent).toContain(
      'A new version is available. Please refresh your browser.',
    );
    await expectAccessible(container);
    await pass(hour);
    expect(asked()).toBe(2);
    screen.getByRole('button', { name: 'Refresh' }).click();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('[R4.8] a development build compares no versions', async () => {
    version = 'def';
    const { container } = await show(null);
    expect(container.textContent).toBe('');
  });

  it('shows new announcements within a minute', async () => {
    await show();
    status = { ...status, issues: true };
    await pass(minute);
    expect(screen.getByRole('alert').textContent).toContain('technical difficulties');
  });
});

describe('copying the notes', () => {
  const show = () => {
    compose();
    render(<CopyMarkdown title="Saltmarsh" sections={notes.sections} />, { wrapper: inApp });
    return screen.getByRole('button');
  };
  const click = async (button: HTMLElement) => {
    act(() => button.click());
    await settle();
  };

  it('[R9.8] shows copied for 3000 ms', async () => {
    const button = show();
    await click(button);
    expect(copied).toEqual([notesAsMarkdown('Saltmarsh', notes.sections)]);
    await pass(2999);
    expect(button.textContent).toBe('Copied');
    await pass(1);
    expect(button.textContent).toBe('Copy as Markdown');
  });

  it('[R8.10] reports a failure', async () => {
    refusesCopy = true;
    await click(show());
    expect(screen.getByRole('alert').textContent).toBe('Failed to copy text to clipboard');
  });
});

it('[R5.10] counts a second click within 299 ms as the same, after 300 ms as another', async () => {
  compose();
  const clicked = vi.fn();
  render(<Button onClick={clicked}>Start</Button>, { wrapper: inApp });
  const button = screen.getByRole('button', { name: 'Start' });
  act(() => button.click());
  await pass(299);
  act(() => button.click());
  expect(clicked).toHaveBeenCalledTimes(1);
  await pass(1);
  act(() => button.click());
  expect(clicked).toHaveBeenCalledTimes(2);
});

describe('scrolling', () => {
  const scroll = (top: number) => {
    scrollY = top;
    window.dispatchEvent(new Event('scroll'));
  };
  const go = async (to: string) => {
    act(() => navigate(to));
    await settle();
  };
  const back = async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    await act(async () => {
      window.history.back();
      await arrived;
    });
  };
  const open = (address = '/') => {
    window.history.replaceState(null, '', address);
    compose();
    renderHook(() => useScrollToTarget(), { wrapper: inApp });
  };

  it('[R2.20] starts another route at the top, and restores the position on Back and Forward', async () => {
    open();
    expect(scrolled).toEqual([]);
    scroll(700);
    await go('/terms');
    expect(scrolled).toEqual([{ top: 0, behavior: 'instant' }]);
    scroll(250);
    await back();
    expect(scrolled.at(-1)).toEqual({ top: 700, behavior: 'instant' });
    await go('/terms');
    expect(scrolled.at(-1)).toEqual({ top: 0, behavior: 'instant' });
  });

  it('a change of only the hash is no new route', async () => {
    open();
    await go('/#join');
    await go('/');
    expect(scrolled).toEqual([]);
  });

  it.each([
    ['/terms#rights', { top: 0, behavior: 'instant' }],
    ['/terms#payment', { top: 840, behavior: 'smooth' }],
  ])('[R2.19] %s waits 500 ms, then scrolls to %o', async (address, expected) => {
    render(
      <>
        <header data-testid="bar" />
        <h2 id="payment">Payment</h2>
      </>,
    );
    screen.getByTestId('bar').getBoundingClientRect = () => ({ height: 60 }) as DOMRect;
    screen.getByRole('heading').getBoundingClientRect = () => ({ top: 900 }) as DOMRect;
    open(address);
    await pass(499);
    expect(scrolled).toEqual([]);
    await pass(1);
    expect(scrolled).toEqual([expected]);
  });

  it('stays where the browser scrolled for a link followed before the app had loaded', async () => {
    openedAt = new URL('/terms', window.location.href).href;
    render(<h2 id="payment">Payment</h2>);
    open('/terms#payment');
    await pass(1000);
    expect(scrolled).toEqual([]);
  });

  it('[R2.20] the tab in the hash of a campaign is not a scroll target', async () => {
    open('/campaign#transcript');
    await pass(1000);
    expect(scrolled).toEqual([]);
  });
});

it('[R2.34] views know which modal is on top, and signing out closes the user’s modals', async () => {
  compose();
  const { result } = renderHook(() => useModals(), { wrapper: inApp });
  expect(result.current.top).toBeNull();
  act(() => result.current.open('feedback'));
  expect(result.current.top).toBe('feedback');
  act(() => result.current.demand('reSignIn'));
  expect(result.current.top).toBe('reSignIn');
  act(() => result.current.settle('reSignIn'));
  expect(result.current.top).toBe('feedback');
  act(() => result.current.close());
  expect(result.current.top).toBeNull();
  act(() => result.current.demand('agreements'));
  act(() => app.root.send({ type: 'user.left' }));
  expect(result.current.top).toBeNull();
});

it('[R9.11] finds the client id of the analytics cookie, even late, or gives up after 200 ms', async () => {
  const lookUp = () => lookUpClientId(() => cookies, clock);
  const missing = lookUp();
  await settle();
  await pass(100);
  await pass(100);
  expect(await missing).toBeNull();
  const blocked = () => {
    throw new Error('Cookies are disabled.');
  };
  expect(await lookUpClientId(blocked, clock)).toBeNull();
  const late = lookUp();
  await settle();
  cookies = 'a=1; _ga=GA1.2.1234567890.1700000000; b=2';
  await pass(100);
  expect(await late).toBe('1234567890.1700000000');
});
