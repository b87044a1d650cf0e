import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { quietSite } from '#tests/support/page-html.tsx';
import { SiteProvider } from '#web/hooks/site-provider.tsx';
import { CookiesPage } from '#web/pages/legal/cookies-page.tsx';
import { consentedItems, storedItems } from '#web/pages/legal/stored-items.ts';
import { TermsPage } from '#web/pages/legal/terms-page.tsx';

afterEach(() => window.history.replaceState(null, '', '/'));

function goTo(Page: () => React.ReactNode, answers: (object | Error)[]) {
  const asked: string[] = [];
  const site = quietSite();
  site.calls.json = async (path: string) => {
    asked.push(path);
    const answer = answers.shift() ?? new Error('Nothing more.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { container } = render(
    <SiteProvider site={site}>
      <Page />
    </SiteProvider>,
  );
  return { asked, container };
}

const text = {
  headings: ['One', 'Two', 'Three'].map((name) => ({ id: name.toLowerCase(), text: name })),
  nodes: [
    ['h2', { id: 'one' }, 'One'],
    ['p', null, 'Write to ', ['a', { href: 'mailto:me@example.org' }, 'me'], '.'],
  ],
};

describe('a legal page after navigation', () => {
  it('[R2.10] shows the server’s text', async () => {
    const { asked, container } = goTo(TermsPage, [{ text }]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms');
    expect((await screen.findByRole('heading', { level: 2 })).id).toBe('one');
    expect(screen.getByRole('link', { name: 'me' }).getAttribute('href')).toBe('mailto:me@example.org');
    expect(screen.getByRole('navigation', { name: 'On this page' }).textContent).toContain('Three');
    expect(asked).toEqual(['/legal/terms']);
    expect(container.textContent).not.toContain('%');
  });

  it.each([new Error('unreachable'), {}, { text: { nodes: 'no' } }])(
    '[R2.10] without a response says so, and retries: %o',
    async (bad) => {
      const { asked } = goTo(TermsPage, [bad, { text }]);
      (await screen.findByRole('button', { name: 'Try again' })).click();
      expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('One');
      expect(asked).toHaveLength(2);
    },
  );

  it('[R2.10] the cookie policy shows its own text if the operator has none, and offers both choices', async () => {
    const own = goTo(CookiesPage, [{ text: null }]);
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(2));
    expect(own.container.querySelector('[data-island="consent-choice"]')).not.toBeNull();
    own.container.remove();
    const other = goTo(CookiesPage, [{ text }]);
    expect(await screen.findByText('One', { selector: 'h2 *' })).toBeDefined();
    expect(other.container.querySelector('table')).toBeNull();
    expect(other.container.querySelector('[data-island="consent-choice"]')).not.toBeNull();
  });
});

const channelBetweenWindows = 'hearthscribe.sign-in';

function keysIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('pages'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/['"`](hearthscribe\.[\w.-]+)/g),
    ])
    .map(([, key]) => key ?? '')
    .filter((key) => key !== channelBetweenWindows);
}

describe('the cookie policy', () => {
  it('[R2.10] lists everything that the source stores in the browser', () => {
    const keys = ['src/contract', 'src/web'].flatMap(keysIn);
    const named = storedItems.map(({ name }) => name.replace(/\*$/, ''));
    expect(new Set(keys.filter((key) => !named.some((name) => key.startsWith(name))))).toEqual(new Set());
    expect(keys.length).toBeGreaterThan(0);
  });

  it('[R2.10] shows each entry and cookie with its purpose, and that cookies need consent', async () => {
    goTo(CookiesPage, [{ text: null }]);
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(2));
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    for (const { name, purpose, kept } of [...storedItems, ...consentedItems])
      expect(
        rows.filter((row) => row?.includes(name) && row.includes(purpose) && row.includes(kept)),
      ).toHaveLength(1);
    expect(consentedItems.every(({ when }) => when === 'consent')).toBe(true);
    expect(storedItems.filter(({ where }) => where === 'cookie')).toMatchObject([
      { name: 'hearthscribe_device_*', when: 'sign-in' },
      { name: 'hearthscribe_table', when: 'use' },
    ]);
  });
});
