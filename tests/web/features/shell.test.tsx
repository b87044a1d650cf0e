import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { balanceHours } from '#contract/credits.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { AccountBar } from '#web/features/shell/account-bar.tsx';
import { Announcements, type Release } from '#web/features/shell/announcements.tsx';
import { Footer } from '#web/features/shell/footer.tsx';
import { NavigationBar } from '#web/features/shell/navigation-bar.tsx';
import { RouteAnnouncer } from '#web/features/shell/route-announcer.tsx';
import { hasFooter } from '#web/hooks/paths.ts';

const nothing = () => {};
const nowhere = { discord: null, sites: [] };
const places = {
  discord: 'https://discord.example/hearth',
  sites: [
    { name: 'Mastodon', url: 'https://social.example/@hearth' },
    { name: 'YouTube', url: 'https://video.example/hearth' },
    { name: 'Reddit', url: 'https://talk.example/r/hearth' },
  ],
};

const linksIn = (container: HTMLElement) =>
  within(container)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const menu = () => screen.getByRole('button', { name: 'Menu' });

beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

describe('navigation bar of a visitor', () => {
  const bar = (path = '/', join = vi.fn()) => {
    const view = render(<NavigationBar path={path} visitor="signedOut" links={places} onJoin={join} />);
    return { ...view, join, list: view.container.querySelector<HTMLElement>('.navigation-links')! };
  };

  it('[R2.22] [R2.23] has logo and name, Pricing, FAQ, Blog, Join / Login', async () => {
    const { container, join, list } = bar();
    expect(screen.getByRole('link', { name: 'Hearthscribe' }).getAttribute('href')).toBe('/');
    expect(container.querySelector('svg.logo')).not.toBeNull();
    expect(linksIn(list)).toEqual([
      ['Pricing', '/pricing'],
      ['FAQ', '/faq'],
      ['Blog', '/blog'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Join / Login' }));
    expect(join).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it('Tab reaches the skip link first', async () => {
    bar();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    expect(document.activeElement?.getAttribute('href')).toBe('#main');
  });

  it.each([
    ['/blog', 'page'],
    ['/blog/who-said-it', 'true'],
    ['/pricing', null],
  ])('at %s the link to the blog has aria-current %s', (path, current) => {
    const { list } = bar(path);
    expect(within(list).getByRole('link', { name: 'Blog' }).getAttribute('aria-current')).toBe(current);
  });

  it('has the same links in a panel: Tab continues into it, Escape closes it and returns the focus', async () => {
    const { container } = bar();
    menu().focus();
    expect(menu().getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Enter}');
    expect(menu().getAttribute('aria-expanded')).toBe('true');
    const sheet = document.getElementById(menu().getAttribute('aria-controls')!)!;
    expect(linksIn(sheet).slice(0, 3)).toEqual([
      ['Pricing', '/pricing'],
      ['FAQ', '/faq'],
      ['Blog', '/blog'],
    ]);
    await expectAccessible(container);
    await userEvent.tab();
    expect(document.activeElement).toBe(within(sheet).getByRole('link', { name: 'Pricing' }));
    await userEvent.keyboard('{Escape}');
    expect(sheet.isConnected).toBe(false);
    expect(document.activeElement).toBe(menu());
  });

  it('a choice, a click outside and Tab close the panel', async () => {
    const { list } = bar();
    const isOpen = () => menu().getAttribute('aria-expanded') === 'true';
    await userEvent.click(menu());
    const sheet = document.getElementById(menu().getAttribute('aria-controls')!)!;
    await userEvent.click(within(sheet).getByRole('link', { name: 'FAQ' }));
    expect(window.location.pathname).toBe('/faq');
    expect([isOpen(), document.activeElement]).toEqual([false, menu()]);

    await userEvent.click(menu());
    await userEvent.click(document.body);
    expect(isOpen()).toBe(false);

    await userEvent.click(menu());
    act(() => within(list).getByRole('link', { name: 'Blog' }).focus());
    expect(isOpen()).toBe(false);
  });

  it('offers nothing during the session check; Try again if it failed', async () => {
    const { rerender } = render(
      <NavigationBar path="/" visitor="unknown" links={nowhere} onJoin={nothing} />,
    );
    expect(screen.queryByRole('button')).toBeNull();
    const retry = vi.fn();
    rerender(<NavigationBar path="/" visitor="unknown" links={nowhere} onJoin={nothing} onRetry={retry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe('[R2.26] social links', () => {
  it('are three sites and a chat community, opened without a referrer', () => {
    render(<NavigationBar path="/" visitor="signedOut" links={places} onJoin={nothing} />);
    const row = screen.getByRole('list', { name: 'Find us elsewhere' });
    const links = within(row).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://social.example/@hearth',
      'https://video.example/hearth',
      'https://talk.example/r/hearth',
      'https://discord.example/hearth',
    ]);
    expect(within(row).getByRole('link', { name: 'Mastodon (opens in a new tab)' })).toBeTruthy();
    for (const link of links) expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it('are hidden if none is configured', () => {
    render(<NavigationBar path="/" visitor="signedOut" links={nowhere} onJoin={nothing} />);
    expect(screen.queryByRole('list', { name: 'Find us elsewhere' })).toBeNull();
  });
});

describe('navigation bar for signed-in users', () => {
  const account = {
    email: 'gm@example.org',
    creditBalance: 300,
    freeAnalysisBalance: 1,
    hours: { from: 3, to: 5 },
    expiring: null,
    problem: null,
  };
  const bar = (given: Partial<Parameters<typeof AccountBar>[0]> = {}) => {
    const did = {
      purchase: vi.fn(),
      history: vi.fn(),
      feedback: vi.fn(),
      settings: vi.fn(),
      signOut: vi.fn(),
    };
    const view = render(
      <NavigationBar path="/campaign" visitor="signedIn" links={places} onJoin={nothing}>
        <AccountBar
          account={account}
          path="/campaign"
          links={places}
          alphaFeatures={false}
          onPurchase={did.purchase}
          onHistory={did.history}
          onFeedback={did.feedback}
          onSettings={did.settings}
          onSignOut={did.signOut}
          {...given}
        />
      </NavigationBar>,
    );
    return { ...view, did };
  };
  const openMenu = async () => {
    await userEvent.click(menu());
    return document.getElementById(menu().getAttribute('aria-controls')!)!;
  };
  const entriesIn = (section: HTMLElement) =>
    [...section.querySelectorAll('a, button')].map((entry) => entry.textContent);

  it('[R2.24] [R9.10] has campaign link, free analyses, balance and its hours, Feedback, menu', async () => {
    const { container, did } = bar();
    const campaign = screen.getByRole('link', { name: 'Campaign' });
    expect([campaign.getAttribute('href'), campaign.getAttribute('aria-current')]).toEqual([
      '/campaign',
      'page',
    ]);
    await userEvent.click(screen.getByRole('button', { name: '1 free analysis: purchase options' }));
    expect(did.purchase).toHaveBeenCalledOnce();
    const balance = screen.getByRole('button', { name: /300 credits/ });
    expect(balance.textContent).toContain('3–5 hours');
    await userEvent.click(balance);
    expect(did.purchase).toHaveBeenCalledTimes(2);
    await userEvent.click(screen.getByRole('button', { name: 'Feedback' }));
    expect(did.feedback).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Join / Login' })).toBeNull();
    await expectAccessible(container);
  });

  it('[R2.25] has a menu: Account, Help, Sign out', async () => {
    const { container, did } = bar();
    const sheet = await openMenu();
    expect(entriesIn(within(sheet).getByRole('region', { name: 'Account' }))).toEqual([
      'Purchase Credits',
      'Account Settings',
    ]);
    const help = within(sheet).getByRole('region', { name: 'Help' });
    expect(entriesIn(help)).toEqual(['FAQ', 'Feedback', 'Discord (opens in a new tab)', 'Blog']);
    expect(sheet.textContent).toContain('gm@example.org');
    await expectAccessible(container);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Sign out' }));
    expect(did.signOut).toHaveBeenCalledOnce();
  });

  it.each([
    ['Purchase Credits', 'purchase'],
    ['Account Settings', 'settings'],
    ['Feedback', 'feedback'],
  ] as const)('[R2.25] %s opens it, and the focus returns to the menu', async (name, what) => {
    const { did } = bar();
    const sheet = await openMenu();
    await userEvent.click(within(sheet).getByRole('button', { name }));
    expect(did[what]).toHaveBeenCalledOnce();
    expect(sheet.isConnected).toBe(false);
    expect(document.activeElement).toBe(menu());
  });

  it('[R2.25] [R6.2] shows Alpha Features with an ALPHA badge, for testers only', async () => {
    bar({ alphaFeatures: true });
    const entry = within(await openMenu()).getByRole('link', { name: 'Alpha Features ALPHA' });
    expect(entry.getAttribute('href')).toBe('/alpha-features');
    expect(entry.querySelector('.badge')?.textContent).toBe('ALPHA');
  });

  it('has no link to a missing chat', async () => {
    bar({ links: nowhere });
    const sheet = await openMenu();
    expect(entriesIn(sheet)).toEqual([
      'Campaign',
      'Purchase Credits',
      'Account Settings',
      'FAQ',
      'Feedback',
      'Blog',
      'Sign out',
    ]);
  });

  it.each([
    [0, '0 credits', '0 hours', 'An hour of audio costs 60 credits (brief) or 100 credits (comprehensive).'],
    [
      1,
      '1 credit',
      'less than 0.1 hours',
      'An hour of audio costs 60 credits (brief) or 100 credits (comprehensive).',
    ],
    [
      10,
      '10 credits',
      '0.1 hours',
      'An hour of audio costs 60 credits (brief) or 100 credits (comprehensive).',
    ],
    [
      60,
      '60 credits',
      '0.6–1 hours',
      'Enough for 0.6 hours of audio in comprehensive detail, or 1 hour in brief.',
    ],
    [
      345,
      '345 credits',
      '3.4–5.7 hours',
      'Enough for 3.4 hours of audio in comprehensive detail, or 5.7 hours in brief.',
    ],
    [
      123_456,
      '123,456 credits',
      '1,234.5–2,057.6 hours',
      'Enough for 1,234.5 hours of audio in comprehensive detail, or 2,057.6 hours in brief.',
    ],
  ])('[R9.10] [R2.24] shows a balance of %d as %s and %s', async (creditBalance, words, hours, tip) => {
    bar({ account: { ...account, creditBalance, hours: balanceHours(creditBalance) } });
    const balance = screen.getByRole('button', { name: `${words} ${hours}: purchase credits` });
    expect(document.getElementById(balance.getAttribute('aria-describedby')!)?.textContent).toBe(tip);
    const sheet = await openMenu();
    expect(sheet.querySelector('.account-menu-balance')?.textContent).toBe(`${words} ${hours}`);
  });

  it('[R9.6] [R3.3] marks credits that expire soon, with a text and a link to the history', async () => {
    const expiring = { amount: 120, date: '2027-01-03T12:00:00.000Z' };
    const words = '120 credits expire on 3 January 2027.';
    const { did, container } = bar({ account: { ...account, expiring } });
    const mark = screen.getByRole('button', { name: 'Credits expire soon: see which' });
    expect(document.getElementById(mark.getAttribute('aria-describedby')!)?.textContent).toBe(words);
    await expectAccessible(container);
    await userEvent.click(mark);
    expect(did.history).toHaveBeenCalledOnce();
    const sheet = await openMenu();
    expect(sheet.textContent).toContain(words);
    await userEvent.click(within(sheet).getByRole('button', { name: 'See which' }));
    expect(did.history).toHaveBeenCalledTimes(2);
  });

  it('[R4.10] marks a failed payment before anything else, with a text and a link', async () => {
    const problem = 'Your payment failed. Please pay by 3 January 2027, or your subscription ends.';
    const expiring = { amount: 120, date: '2027-01-03T12:00:00.000Z' };
    const { did, container } = bar({ account: { ...account, expiring, problem } });
    const mark = screen.getByRole('button', { name: 'Your payment failed: see what to do' });
    expect(document.getElementById(mark.getAttribute('aria-describedby')!)?.textContent).toBe(problem);
    expect(screen.queryByRole('button', { name: 'Credits expire soon: see which' })).toBeNull();
    await expectAccessible(container);
    await userEvent.click(mark);
    expect(did.history).toHaveBeenCalledOnce();
    const sheet = await openMenu();
    expect(sheet.textContent).toContain(problem);
    await userEvent.click(within(sheet).getByRole('button', { name: 'See what to do' }));
    expect(did.history).toHaveBeenCalledTimes(2);
  });

  it('[R9.6] has no mark if no credits expire soon', () => {
    bar();
    expect(screen.queryByRole('button', { name: /expire/ })).toBeNull();
  });

  it('has no badge without a free analysis', () => {
    const { container } = bar({ account: { ...account, freeAnalysisBalance: 0 } });
    expect(container.textContent).not.toContain('free');
  });
});

describe('footer', () => {
  const build = { hash: 'a1b2c3d4', environment: 'production' };

  it('[R2.27] links to the pages and to the legal texts', async () => {
    const { container } = render(<Footer build={build} links={places} />);
    expect(linksIn(screen.getByRole('navigation', { name: 'Explore' }))).toEqual([
      ['Pricing', '/pricing'],
      ['FAQ', '/faq'],
      ['Roadmap', '/roadmap'],
      ['What’s new', '/roadmap#whats-new'],
      ['Tips and Tricks', '/tips-and-tricks'],
      ['Blog', '/blog'],
      ['AI Philosophy', '/ai'],
    ]);
    expect(linksIn(screen.getByRole('navigation', { name: 'Legal' }))).toEqual([
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Cookie Policy', '/cookies'],
      ['Licenses', '/third-party-notices.txt'],
    ]);
    await expectAccessible(container);
  });

  it('[R2.28] [R9.13] a click on the copyright line reveals the short hash and the environment', async () => {
    render(<Footer build={build} links={nowhere} />);
    const line = screen.getByRole('button', { name: '© Hearthscribe' });
    const revealed = document.getElementById(line.getAttribute('aria-controls')!)!;
    expect([revealed.hidden, line.getAttribute('aria-expanded')]).toEqual([true, 'false']);
    await userEvent.click(line);
    expect([revealed.hidden, line.getAttribute('aria-expanded')]).toEqual([false, 'true']);
    expect(revealed.textContent).toBe('Build a1b2c3d4 · production');
  });

  it.each([
    ['/', true],
    ['/blog/campaigns', true],
    ['/sessions-explained', true],
    ['/campaign', false],
    ['/campaign/c1/public/p1', false],
    ['/sessions/s1/public/p1', false],
    ['/app-ssg', false],
  ])('[R2.29] %s has a footer: %s', (path, has) => {
    expect(hasFooter(path)).toBe(has);
  });
});

describe('announcements', () => {
  const start = Date.parse('2026-03-14T12:00:00.000Z');
  const quiet: Release = { status: 'none', maintenance: null, timeLeft: null, reload: nothing };
  const upcoming: Release = {
    ...quiet,
    status: 'upcoming',
    maintenance: { start, end: start + 7_200_000 },
    timeLeft: { count: 2, unit: 'hour' },
  };
  const show = (release: Release, refusedCountry: { name: string | null } | null = null) =>
    render(<Announcements release={release} refusedCountry={refusedCountry} />);
  const dismiss = () => userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

  it.each([
    [{ name: 'Freedonia' }, 'This service is not currently available in the country "Freedonia"'],
    [{ name: null }, 'This service is not currently available in your country'],
  ])('[R2.31] [R8.11] [R6.8] %o: %s', async (country, text) => {
    const { container } = show(quiet, country);
    expect(screen.getByRole('alert').textContent).toBe(text);
    await expectAccessible(container);
    await dismiss();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [
      true,
      'You are offline. Keep this page open: changes that are not saved yet will be saved when the connection is back.',
    ],
    [false, 'You are offline. Other pages will open when the connection is back.'],
  ])(
    'says that the connection is lost; a signed-in user (%s) learns what waits',
    async (mayHaveChanges, text) => {
      const { container, rerender } = render(
        <Announcements release={quiet} refusedCountry={null} offline={{ mayHaveChanges }} />,
      );
      expect(screen.getByRole('alert').textContent).toBe(text);
      await expectAccessible(container);
      rerender(<Announcements release={quiet} refusedCountry={null} offline={null} />);
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('[R2.30] [R2.31] are in one stack, the server’s first', () => {
    show({ ...quiet, status: 'issues' }, { name: null });
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
      'Announcement',
      'Where this service is available',
    ]);
  });

  it('[R2.30] a dismissed maintenance stays hidden while its time approaches; another one shows', async () => {
    const { rerender } = show(upcoming);
    expect(screen.getByRole('status').textContent).toMatch(/^Scheduled maintenance in 2 hours \(.+ - .+\)$/);
    await dismiss();
    rerender(
      <Announcements release={{ ...upcoming, timeLeft: { count: 1, unit: 'hour' } }} refusedCountry={null} />,
    );
    expect(screen.queryByRole('region')).toBeNull();
    const later = { start: start + 86_400_000, end: start + 90_000_000 };
    rerender(<Announcements release={{ ...upcoming, maintenance: later }} refusedCountry={null} />);
    expect(screen.getByRole('region')).toBeTruthy();
  });

  it.each(['active', 'issues', 'update'] as const)('[R8.12] %s stays while it lasts', (status) => {
    show({ ...upcoming, status });
    expect(screen.getByRole('region', { name: 'Announcement' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });
});

describe('route announcements', () => {
  it('announce the title of a new page politely, but not the first one', async () => {
    document.title = 'Home · Hearthscribe';
    const { container } = render(<RouteAnnouncer />);
    const region = container.querySelector('[aria-live="polite"]')!;
    expect(region.textContent).toBe('');
    await act(async () => {
      document.title = 'Pricing · Hearthscribe';
    });
    expect(region.textContent).toBe('Pricing · Hearthscribe');
    await act(async () => {
      document.querySelector('title')?.remove();
      document.head.append(Object.assign(document.createElement('title'), { textContent: 'Blog' }));
    });
    expect(region.textContent).toBe('Blog');
  });
});
