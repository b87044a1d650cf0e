import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import { expectAccessible } from '#tests/support/axe.ts';
import { createFakeIdentity, type FakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { comeBack } from '#web/effects/come-back.ts';
import { AccountDialogs } from '#web/features/shell/account-shell.tsx';
import { Notices } from '#web/features/shell/notices.tsx';
import { inAppBrowserOf } from '#web/flows/sign-in/in-app-browser.ts';
import { IdentityFailure } from '#web/identity/identity-failure.ts';

const email = 'gm@example.org';
const password = 'a lamp-lit table';
const users = [{ userId: crypto.randomUUID(), email, password, emailVerified: true }];
const signedOut = { isAuthenticated: false, allowedCountry: true, country: null };

const json = (body: unknown, status = 200) => Response.json(body, { status });

interface Setting {
  identity?: Parameters<typeof createFakeIdentity>[0];
  userAgent?: string;
  login?: () => Response;
}

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const everyClick = { passes: () => true, close: () => {} };

let app: ComposedApp;
afterEach(() => app.stop());

async function open(setting: Setting = {}) {
  window.history.replaceState(null, '', '/#join');
  const identity = createFakeIdentity({ users, ...setting.identity });
  const clock = new SimulatedClock();
  const writeText = vi.fn(async () => undefined);
  const requests: string[] = [];
  const navigator = { userAgent: setting.userAgent ?? window.navigator.userAgent, clipboard: { writeText } };
  const page = new Proxy(window, {
    get(target, key) {
      if (key === 'navigator') return navigator;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  app = createWholeApp(
    {
      identity,
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input), window.location.href);
        requests.push(`${init?.method ?? 'GET'} ${pathname}`);
        if (pathname === '/check-session') return json(signedOut);
        if (pathname === '/login') return setting.login?.() ?? new Promise<Response>(() => {});
        return json({ error: { code: 'notFound', message: 'No such thing.' } }, 404);
      },
      baseUrl: '',
      page,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
    },
    { clock },
  );
  app.start();
  render(
    <AppProvider app={{ ...app, openClickGate: () => everyClick }}>
      <Notices />
      <AccountDialogs joins onJoinClosed={() => {}} />
    </AppProvider>,
  );
  await screen.findByRole('dialog');
  return { identity, clock, writeText, requests };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fields = () =>
  [...screen.getByRole('dialog').querySelectorAll('input')].map(({ name, autocomplete }) => [
    name,
    autocomplete,
  ]);
const asked = (identity: FakeIdentity) =>
  identity.calls.filter((call) => !['session', 'idToken', 'signOut'].includes(call));

describe('the form', () => {
  it('[R5.1] [R2.17] only asks for email and password, supports password managers, and links the terms', async () => {
    await open();
    expect(fields()).toEqual([
      ['email', 'username'],
      ['password', 'current-password'],
    ]);
    await press('Create an account');
    expect(fields()).toEqual([
      ['email', 'username'],
      ['password', 'new-password'],
    ]);
    const dialog = screen.getByRole('dialog');
    expect(dialog.querySelectorAll('form')).toHaveLength(1);
    expect(dialog.querySelector('a[href="/terms"]')?.textContent).toBe('Terms');
    expect(dialog.querySelector('a[href="/privacy"]')?.textContent).toBe('Privacy policy');
    await expectAccessible(dialog);
  });

  it('shows the password, and ticks each rule as it is met', async () => {
    await open();
    await press('Create an account');
    const rules = () => screen.getAllByRole('listitem').filter((item) => item.closest('.rule-list'));
    const met = () => rules().map(({ textContent }) => textContent);
    await userEvent.type(screen.getByLabelText('Email address'), email);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect(met()).toEqual(['At least 8 characters, not met yet', 'Not your email, not met yet']);
    await userEvent.type(field, 'a lamp');
    expect(met()).toEqual(['At least 8 characters, not met yet', 'Not your email, met']);
    await userEvent.type(field, '-lit table');
    expect(met()).toEqual(['At least 8 characters, met', 'Not your email, met']);
    await userEvent.clear(field);
    await userEvent.type(field, email.toUpperCase());
    expect(met()).toEqual(['At least 8 characters, met', 'Not your email, not met yet']);
    expect(field.getAttribute('aria-describedby')).toContain(rules()[0]?.parentElement?.id);
    expect(field.type).toBe('password');
    await press('Show password');
    expect(field.type).toBe('text');
  });

  it('submits with Enter, without blanks around the address', async () => {
    const { identity } = await open();
    const signIn = vi.spyOn(identity, 'signIn');
    await userEvent.type(screen.getByLabelText('Email address'), `${email} `);
    await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ email, password, code: '' });
  });

  it('shows the same for a wrong password and an unknown address', async () => {
    await open();
    const told: (string | null)[] = [];
    for (const address of [email, 'nobody@example.org']) {
      await userEvent.clear(screen.getByLabelText('Email address'));
      await userEvent.type(screen.getByLabelText('Email address'), address);
      await userEvent.clear(screen.getByLabelText('Password'));
      await userEvent.type(screen.getByLabelText('Password'), 'something else{Enter}');
      told.push((await screen.findByRole('alert')).textContent);
    }
    expect(told[0]).toBe('The email address or password is incorrect. Check both and try again.');
    expect(told[1]).toBe(told[0]);
  });
});

describe('a forgotten password', () => {
  it('sets a new one with a mailed code and signs in; password managers see the account', async () => {
    const { identity } = await open();
    await press('Forgot your password?');
    await userEvent.type(screen.getByLabelText('Email address'), `${email}{Enter}`);
    const code = await screen.findByLabelText('Code');
    expect(fields()).toEqual([
      ['email', 'username'],
      ['code', 'one-time-code'],
      ['password', 'new-password'],
    ]);
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, identity.code);
    await userEvent.type(screen.getByLabelText('New password'), 'a new lamp-lit table{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked(identity)).toEqual(['resetPassword', 'confirmResetPassword', 'signIn']);
  });

  it.each([
    [undefined, null],
    ['/dev/mail', '/dev/mail'],
  ])('says where the code is, on a computer whose emails are at %s', async (mailPage, address) => {
    await open(mailPage === undefined ? {} : { identity: { mailPage } });
    await press('Forgot your password?');
    await userEvent.type(screen.getByLabelText('Email address'), `${email}{Enter}`);
    await screen.findByLabelText('Code');
    const link = screen.queryByRole('link', { name: 'open its mailbox' });
    expect(link?.getAttribute('href') ?? null).toBe(address);
    expect(screen.queryByText(/Check your spam folder, too/) === null).toBe(address !== null);
  });

  it('works the same for an address without an account', async () => {
    const { identity } = await open();
    const told: (string | null)[] = [];
    for (const address of [email, 'nobody@example.org']) {
      await press('Forgot your password?');
      await userEvent.clear(screen.getByLabelText('Email address'));
      await userEvent.type(screen.getByLabelText('Email address'), `${address}{Enter}`);
      await userEvent.type(
        await screen.findByLabelText('Code'),
        address === email ? '000000' : identity.code,
      );
      await userEvent.type(screen.getByLabelText('New password'), 'a new lamp-lit table{Enter}');
      told.push((await screen.findByRole('alert')).textContent);
      await press('Back to sign in');
    }
    expect(told[0]).toMatch(/^This code is incorrect or has expired\./);
    expect(told[1]).toBe(told[0]);
  });
});

it('a pool that requires it gets its code, and the same form signs in afterward', async () => {
  const { identity } = await open();
  identity.failNext('signIn', new IdentityFailure('confirmationRequired'));
  await userEvent.type(screen.getByLabelText('Email address'), email);
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
  await press('Send a new code');
  expect((await screen.findByText('A new code is on its way.')).closest('[role=status]')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code'), `${identity.code}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked(identity)).toEqual(['signIn', 'resendSignUpCode', 'confirmSignUp', 'signIn']);
});

describe('Google', () => {
  it('[R2.33] starts in the click itself, and can be cancelled', async () => {
    const { identity } = await open({ identity: { users, googleAs: email } });
    const button = screen.getByRole('button', { name: 'Continue with Google' });
    expect(button.closest('#google-sign-in')).toBeTruthy();
    let signal: AbortSignal | undefined;
    identity.google = vi.fn((options) => {
      signal = options.signal;
      return new Promise<never>(() => {});
    });
    act(() => button.click());
    expect(identity.google).toHaveBeenCalledOnce();
    expect(document.activeElement?.textContent).toBe('Cancel');
    await press('Cancel');
    expect(signal?.aborted).toBe(true);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  });

  it('[R2.33] continues in this window if the popup was blocked and the user agrees', async () => {
    const { identity } = await open({ identity: { users, googleAs: email } });
    identity.failNext('google', new IdentityFailure('popupBlocked'));
    await press('Continue with Google');
    await press('Continue in this window');
    expect(asked(identity)).toEqual(['google', 'googleByRedirect']);
  });
});

const agents = {
  Facebook:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E219 [FBAN/FBIOS;FBAV/455.0.0.38.110;FBBV/576]',
  Instagram:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0 Mobile Safari/537.36 Instagram 329.0.0.41.93 Android',
  TikTok:
    'Mozilla/5.0 (Linux; Android 13; SM-S901B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 musical_ly_2023308040 BytedanceWebview/d8a21c6',
  LINE: 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/13.8.0',
  Snapchat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/12.61.0.52',
  Pinterest:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
  LinkedIn:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.28.7586',
  Messenger:
    'Mozilla/5.0 (Linux; Android 12; wv) AppleWebKit/537.36 Chrome/115.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/420.0.0.17.69;]',
  Threads:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Barcelona 312.0.0.30.109',
  X: 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Twitter for iPhone/10.3',
};

describe('in the browser of a social app', () => {
  it.each(Object.entries(agents))('[R2.32] recognizes that of %s', (app, userAgent) => {
    expect(inAppBrowserOf(userAgent)).toBe(app);
  });

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/124.0.6367.71 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
  ])('[R2.32] a regular browser is none: %s', (userAgent) => {
    expect(inAppBrowserOf(userAgent)).toBeNull();
  });

  it('[R2.32] asks to open a real browser, copies the address and confirms it for three seconds', async () => {
    const { clock, writeText } = await open({
      userAgent: agents.Instagram,
      identity: { users, googleAs: email },
    });
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toMatch(/built-in browser of Instagram.*visit us in a real browser/s);
    await expectAccessible(dialog);
    await press('Copy Website URL');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(window.location.href);
    expect(await screen.findByRole('button', { name: 'URL copied!' })).toBeTruthy();
    act(() => clock.increment(2999));
    expect(screen.getByRole('button', { name: 'URL copied!' })).toBeTruthy();
    act(() => clock.increment(1));
    expect(screen.getByRole('button', { name: 'Copy Website URL' })).toBeTruthy();
    await press('Continue here by email');
    expect(screen.getByLabelText('Email address')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
  });
});

describe('returning from Google in this window', () => {
  it.each([
    [new IdentityFailure('cancelled'), ['The sign-in was cancelled.']],
    [new IdentityFailure('googleFailed'), ['Signing in with Google failed. Please try again.']],
    [null, []],
  ])('[R2.33] shows what went wrong as a notice: %s', async (failure, notices) => {
    const identity = createFakeIdentity();
    if (failure !== null) identity.failNext('finishRedirect', failure);
    const shown: string[] = [];
    await comeBack(identity, { show: (text) => shown.push(text) });
    expect(identity.calls).toEqual(['finishRedirect']);
    expect(shown).toEqual(notices);
  });
});

describe('an address that belongs to a verified Google account', () => {
  const message = 'An account with this email already exists. Please sign in with Google.';

  it('[R8.5] shows a rejected login in the dialog and as a notice, and clears the user', async () => {
    const { identity, requests } = await open({
      login: () => json({ error: { code: 'accountExists', message } }, 409),
    });
    app.queryClient.setQueryData(keyOf('listCampaigns'), 'before');
    await userEvent.type(screen.getByLabelText('Email address'), email);
    await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(message));
    expect(screen.getByRole('region', { name: 'Notices', hidden: true }).textContent).toContain(message);
    expect(requests).toContain('POST /login');
    await waitFor(() => expect(identity.calls).toContain('signOut'));
    expect(await identity.session()).toBeNull();
    expect(app.queryClient.getQueryData(keyOf('listCampaigns'))).toBeUndefined();
    expect(window.location.pathname).toBe('/');
  });
});
