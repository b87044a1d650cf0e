import type { Browser, Locator, Page, Request } from '@playwright/test';
import { newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { createAccount, settleIn, signUpDialog, startsFree } from './support/sign-up.ts';
import { expect, test } from './support/test.ts';

async function openCold(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}

const options = (page: Page) => page.getByRole('dialog', { name: 'Purchase options' });

const journeys = [
  {
    call: 'Start with Standard',
    hash: '#subscribe-standard',
    words: 'Standard at $9 a month',
    pays: 'Subscribe to Standard',
    sum: 'Subscribe for $9.00 a month',
  },
  { call: 'Buy 500', hash: '#buy-500', words: '500 credits for $10', pays: 'Pay $10', sum: 'Pay $10.00' },
] as const;

const nextLogin = (page: Page): Promise<Request> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === '/login');

test('[R2.1] [R1.6] [R7.3] takes a new user from the landing page’s main button to their first campaign', {
  tag: '@everything',
}, async ({ page, complaints }) => {
  const newcomer = newCredentials('newcomer');
  await openCold(page, '/');
  await page.getByRole('link', { name: startsFree }).first().click();
  await expect(signUpDialog(page)).toContainText('Your first analysis is free');
  const login = nextLogin(page);
  await createAccount(page, newcomer);
  const request = await login;
  const { idToken } = request.postDataJSON() as { idToken: string };
  expect(await request.headerValue('authorization')).toBe(`Bearer ${idToken}`);
  expect(idToken).toMatch(/^eyJ/);
  await expect(page).toHaveURL('/campaign');
  await settleIn(page, newcomer.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Start your first campaign' })).toBeVisible();
  await expect(page.getByText('1 free analysis').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

for (const { call, hash, words, pays, sum } of journeys) {
  test(`[R2.1] [R2.9] "${call}": a new user signs up and is one click from paying`, {
    tag: call === 'Buy 500' ? '@everything' : [],
  }, async ({ page, complaints }) => {
    const newcomer = newCredentials('payer');
    await openCold(page, '/pricing');
    await page.getByRole('link', { name: call, exact: true }).click();
    await expect(page).toHaveURL(`/pricing${hash}`);
    await expect(signUpDialog(page)).toContainText(`You chose ${words}.`);
    await page.reload({ waitUntil: 'networkidle' });
    await expect(signUpDialog(page)).toContainText(words);
    await createAccount(page, newcomer);
    await expect(page).toHaveURL(`/campaign${hash}`);
    await settleIn(page, newcomer.email);
    const pay = options(page).getByRole('button', { name: pays, exact: true });
    await expect(pay).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: sum, exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(page.getByText('Nothing was bought, and you were not charged.')).toBeVisible();
    await expect(page).toHaveURL('/campaign');
    expect(complaints).toEqual([]);
  });
}

test('[R2.1] at 375 px the closing button and the price cards open the same', { tag: '@everything' }, async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await openCold(page, '/');
  await page.getByRole('link', { name: startsFree }).last().click();
  await expect(signUpDialog(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(signUpDialog(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'Buy 500' }).click();
  await expect(signUpDialog(page)).toContainText('500 credits for $10');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Start with Pro' }).click();
  await expect(signUpDialog(page)).toContainText('Pro at $25 a month');
  await signUpDialog(page).getByRole('button', { name: 'Sign in instead' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toContainText('Pro at $25 a month');
  expect(complaints).toEqual([]);
});

test('[R2.23] Join / Login opens both ways to sign in from every page, cold', { tag: '@everything' }, async ({
  page,
}) => {
  for (const path of ['/', '/pricing', '/blog', '/roadmap', '/tips-and-tricks', '/ai']) {
    await openCold(page, path);
    await page.getByRole('button', { name: 'Join / Login' }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByRole('button', { name: 'Create an account' }).click();
    await expect(signUpDialog(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(path);
  }
});

test('[R2.1] an offer works the same in a new tab or from a bookmark', { tag: '@everything' }, async ({
  page,
}) => {
  await openCold(page, '/campaign#subscribe-pro');
  await expect(page).toHaveURL('/#subscribe-pro');
  await expect(signUpDialog(page)).toContainText('Pro at $25 a month');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => {
    window.location.hash = '#join';
  });
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible();
});

test('[R2.1] [R2.33] keeps the choice when signing in with Google, also by redirect', {
  tag: '@everything',
}, async ({ page, context }) => {
  await context.addInitScript(() => {
    window.open = () => null;
  });
  await openCold(page, '/pricing');
  await page.getByRole('link', { name: 'Buy 500' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Continue in this window' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(signUpDialog(page)).toContainText('500 credits for $10');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Continue in this window' }).click();
  await page.getByLabel('Email address').fill(newCredentials('google-payer').email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const agreements = page.getByRole('dialog', { name: 'Before you continue' });
  await agreements.getByRole('checkbox').check();
  await agreements.getByRole('button', { name: 'Accept' }).click();
  await expect(options(page).getByRole('button', { name: 'Pay $10' })).toBeFocused();
});

test('[R2.1] [R8.2] opens the purchase at once for signed-in users, or the change of their subscription', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await gameMaster.signUp(newCredentials('member'));
  await openCold(page, '/pricing');
  for (const [call, pays] of [
    ['Buy 500', 'Pay $10'],
    ['Buy 2,500', 'Pay $40'],
    ['Buy 5,000', 'Pay $70'],
    ['Start with Standard', 'Subscribe to Standard'],
    ['Start with Pro', 'Subscribe to Pro'],
  ] as const) {
    await page.getByRole('link', { name: call, exact: true }).click();
    await expect(options(page).getByRole('button', { name: pays, exact: true })).toBeFocused();
    await page.goBack();
    await expect(options(page)).toHaveCount(0);
    await expect(page).toHaveURL('/pricing');
  }
  await page.getByRole('link', { name: 'Start with Standard' }).click();
  await options(page).getByRole('button', { name: 'Subscribe to Standard' }).click();
  await page.getByRole('button', { name: 'Subscribe for $9.00 a month' }).click();
  await page.getByRole('button', { name: 'Back to the table' }).click();
  await expect(page).toHaveURL('/pricing');

  await page.getByRole('link', { name: 'Start with Standard' }).click();
  await expect(options(page).getByText('Your subscription: Standard')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Start with Pro' }).click();
  await expect(options(page).getByRole('button', { name: 'Upgrade to Pro' })).toBeFocused();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/pricing');
  await openCold(page, '/');
  await page.getByRole('link', { name: startsFree }).first().click();
  await expect(page).toHaveURL('/campaign');
});

const isBusy = (control: Locator) => expect(control).toHaveAttribute('aria-busy', 'true');

test('[R2.1] a click shows that it is busy before any code of the account or the page has loaded', {
  tag: '@everything',
}, async ({ page, browser, serverUrl, complaints }) => {
  const account = await holdRequests(page, /\/assets\/account-part-.*\.js$/);
  await openCold(page, '/pricing');
  const call = page.getByRole('link', { name: 'Start with Pro' });
  await call.click();
  await account.requested;
  await isBusy(call);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }),
  ).toBeVisible();
  await isBusy(page.getByRole('button', { name: 'Join / Login' }));
  account.release();
  await expect(signUpDialog(page)).toBeVisible();
  await expect(call).not.toHaveAttribute('aria-busy');
  expect(complaints).toEqual([]);

  const slow = await newVisitor(browser, serverUrl);
  const site = await holdRequests(slow, /\/assets\/site-.*\.js$/);
  await slow.goto('/pricing');
  await site.requested;
  const early = slow.getByRole('link', { name: 'Buy 500' });
  await early.click();
  await isBusy(early);
  site.release();
  await expect(signUpDialog(slow)).toContainText('500 credits for $10');
  await expect(early).not.toHaveAttribute('aria-busy');
  await slow.context().close();
});

async function newVisitor(browser: Browser, baseURL: string, javaScriptEnabled = true): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled })).newPage();
}

test('[R2.1] if the account part does not load, the button says so, is not busy, and can be clicked again', {
  tag: '@everything',
}, async ({ page }) => {
  await openCold(page, '/pricing');
  await page.route('**/assets/account-part-*', (route) => route.abort());
  const call = page.getByRole('link', { name: 'Start with Pro' });
  await call.click();
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText(
    'The server cannot be reached. Please check your connection.',
  );
  await expect(call).not.toHaveAttribute('aria-busy');
  await page.unroute('**/assets/account-part-*');
  await call.click();
  await expect(signUpDialog(page)).toContainText('Pro at $25 a month');
});

test('if parts of the campaigns do not load, the page says so, keeps its navigation, and shows them on request', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await gameMaster.signUp(newCredentials('unloaded'));
  await page.route('**/assets/campaign-area-*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This page has stopped working');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Campaign' })).toBeVisible();
  await page.unroute('**/assets/campaign-area-*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  const campaigns = page.getByRole('heading', { level: 1, name: 'Start your first campaign' });
  await expect(campaigns).toBeVisible();

  await page.route('**/assets/site-*.js', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
  await page.unroute('**/assets/site-*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(campaigns).toBeVisible();

  await page.route('**/assets/account-part-*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute('**/assets/account-part-*');
  await page.getByRole('navigation').getByRole('button', { name: 'Try again' }).click();
  await expect(campaigns).toBeVisible();
});

test('[R2.1] without JavaScript every button is a link to the campaigns, which says what to click there', async ({
  browser,
  serverUrl,
}) => {
  const page = await newVisitor(browser, serverUrl, false);
  for (const path of ['/', '/pricing']) {
    await page.goto(path);
    for (const name of [startsFree, 'Start with Standard', 'Buy 500']) {
      await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
        'href',
        /^\/campaign#[a-z0-9-]+$/,
      );
    }
  }
  await page.getByRole('link', { name: startsFree }).first().click();
  await expect(page).toHaveURL('/campaign#free-analysis');
  await page.context().close();
});

test('[R8.5] shows a 409 of the login without a message as a sentence, stores nothing, and offers every way out', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const account = newCredentials('taken');
  await gameMaster.signUp(account);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  await page.route('**/check-session', (route) =>
    route.fulfill({ json: { isAuthenticated: false, allowedCountry: true, country: null } }),
  );
  await page.route('**/login', (route) => route.fulfill({ status: 409, json: {} }));
  expect(stored).toContain('idToken');
  // It leaves while it loads; Chromium reports no end of the requests that it leaves behind, so the network is never idle.
  await page.goto('/campaign', { waitUntil: 'commit' });
  const sentence = 'An account with this email already exists. Please sign in with Google.';
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await expect(dialog.getByRole('alert')).toHaveText(sentence);
  await expect(page).toHaveURL('/#join');
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('Cognito')).length),
    )
    .toBe(0);

  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/check-session');
  await page.unroute('**/login');
  await dialog.getByLabel('Email address').fill(account.email);
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/campaign');
  await expect(page.locator('[data-visitor=signedIn]')).toBeAttached();
});
