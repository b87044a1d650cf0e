import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import { defaultPreferences, type Preferences } from '#contract/preferences.ts';
import { storedPreferences } from '#contract/stored.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { createFakeIdentity, type FakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { campaign, session } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { readBlob } from '#web/api/read-blob.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { Routes } from '#web/app/routes.tsx';
import { keepTheme } from '#web/effects/kept-theme.ts';
import { AccountSettingsModal } from '#web/features/account/account-settings-modal.tsx';
import { AlphaPage } from '#web/features/alpha/alpha-features.tsx';
import { useHasAlphaFeatures } from '#web/flows/alpha-flag/use-alpha-features.ts';
import { languages } from '#web/ui/languages.ts';

const [known] = authFlow.outcomes.checkSession;
const user = (known.type === 'done' ? known.output.user : null) as SignedInSession;
const password = 'the old lantern';

let kept: Preferences;
let tester: boolean;
let puts: Preferences[];
let isAway: boolean;
let othersEnded: number;

const refusal = (status: number, code: string, details?: unknown) =>
  Response.json({ error: { code, message: 'Refused.', details } }, { status });

const server = (async (url: string, init: RequestInit) => {
  if (isAway) throw new TypeError('fetch failed');
  if (url === '/check-session') return Response.json({ ...user, isAlphaTester: tester });
  if (url === '/login') return Response.json({ userId: user.userId, isNewUser: false });
  if (url === '/account/end-other-sessions') {
    othersEnded += 1;
    return new Response(null, { status: 204 });
  }
  if (url === '/storage')
    return Response.json({
      usedBytes: 12_000_000_000,
      limitBytes: 48_000_000_000,
      text: { usedBytes: 25_000_000, limitBytes: 250_000_000 },
    });
  if (url.endsWith('/export')) return new Response('the archive');
  if (!url.endsWith('/preferences')) return refusal(404, 'notFound');
  if (init.method === 'GET') return Response.json(kept);
  const wanted = JSON.parse(String(init.body)) as Preferences;
  puts.push(wanted);
  if (wanted.revision_id !== kept.revision_id) return refusal(412, 'staleRevision', { current: kept });
  kept = { ...wanted, revision_id: wanted.revision_id + 1 };
  return Response.json(kept);
}) as typeof fetch;

interface Device {
  app: ComposedApp;
  identity: FakeIdentity;
  clock: SimulatedClock;
}
let devices: Device[] = [];

const settle = () => act(settled);

async function openDevice(storage: Storage = new MemoryStorage()): Promise<Device> {
  const clock = new SimulatedClock();
  const identity = createFakeIdentity({
    users: [{ userId: user.userId, email: user.userEmail, emailVerified: true, password }],
    signedInAs: user.userEmail,
  });
  const app = createWholeApp(
    { identity, fetch: server, baseUrl: '', page: window, storage, cookies: () => '', navigate },
    { clock },
  );
  app.start();
  const device = { app, identity, clock };
  devices.push(device);
  for (let turns = 0; turns < 5; turns += 1) await settle();
  return device;
}

const held = ({ app }: Device) => {
  const { base, sending, changes } = app.preferences().getSnapshot().context;
  return { ...base, ...sending, ...changes };
};
const change = async ({ app }: Device, what: Partial<Preferences>) => {
  app.preferences().send({ type: 'preference.changed', change: what });
  for (let turns = 0; turns < 5; turns += 1) await settle();
};
const show = (device: Device, content: React.ReactNode) =>
  act(async () => {
    render(<AppProvider app={device.app}>{content}</AppProvider>);
  });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  othersEnded = 0;
  kept = { ...defaultPreferences, revision_id: 3 };
  puts = [];
  tester = false;
  isAway = false;
  devices = [];
  window.history.replaceState(null, '', '/terms');
});
afterEach(() => {
  for (const { app } of devices) app.stop();
  delete document.documentElement.dataset.theme;
});

describe('preferences', () => {
  it('[R3.4] apply to the page at once, and are sent completely', async () => {
    const device = await openDevice();
    await show(device, <AccountSettingsModal onClose={() => {}} />);
    expect(screen.getByRole('status').textContent).toBe('Saved');
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    for (let turns = 0; turns < 5; turns += 1) await settle();
    fireEvent.click(screen.getByRole('switch', { name: 'Copy results into empty notes' }));
    fireEvent.change(screen.getByLabelText('Spoken language'), { target: { value: 'de' } });
    fireEvent.click(screen.getByRole('radio', { name: /^Comprehensive/ }));
    for (let turns = 0; turns < 8; turns += 1) await settle();
    expect(kept).toEqual({
      ...defaultPreferences,
      theme: 'dark',
      auto_copy_analysis_to_notes: false,
      default_language: 'de',
      default_detail_level: 'comprehensive',
      revision_id: kept.revision_id,
    });
    expect(kept.revision_id).toBe(3 + puts.length);
    expect(screen.getByRole('status').textContent).toBe('Saved');
    await expectAccessible(document.body);
  });

  it('[R7.7] [R7.14] of this browser apply before the server responds, and only a higher revision replaces them', async () => {
    const storage = new MemoryStorage();
    const { key } = storedPreferences(user.userId);
    storage.setItem(key, JSON.stringify({ ...defaultPreferences, revision_id: 5, theme: 'light' }));
    const device = await openDevice(storage);
    expect(held(device)).toMatchObject({ revision_id: 5, theme: 'light' });
    device.app.stop();
    kept = { ...defaultPreferences, revision_id: 6, theme: 'dark' };
    const again = await openDevice(storage);
    expect(held(again)).toMatchObject({ revision_id: 6, theme: 'dark' });
    expect(JSON.parse(storage.getItem(key) ?? '')).toEqual(kept);
  });

  it('[R7.14] [R7.8] changed on two devices at once are merged', async () => {
    const [one, other] = [await openDevice(), await openDevice()];
    one.app.preferences().send({ type: 'preference.changed', change: { theme: 'dark' } });
    await change(other, { default_detail_level: 'comprehensive' });
    for (let turns = 0; turns < 8; turns += 1) await settle();
    expect(kept).toMatchObject({ theme: 'dark', default_detail_level: 'comprehensive', revision_id: 5 });
    expect(puts).toHaveLength(3);
    await change(one, { auto_copy_analysis_to_notes: false });
    for (let turns = 0; turns < 8; turns += 1) await settle();
    expect(held(one)).toMatchObject({ theme: 'dark', default_detail_level: 'comprehensive' });
  });

  it('[R7.14] changed in one tab apply in the other', async () => {
    const storage = new MemoryStorage();
    const [one, other] = [await openDevice(storage), await openDevice(storage)];
    await change(one, { theme: 'dark' });
    const { key } = storedPreferences(user.userId);
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(held(other)).toMatchObject({ theme: 'dark', revision_id: 4 });
    await change(other, { default_detail_level: 'comprehensive' });
    expect(kept).toMatchObject({ theme: 'dark', default_detail_level: 'comprehensive', revision_id: 5 });
    expect(puts).toHaveLength(2);
  });

  it('[R7.8] that could not be saved say so, apply meanwhile, and are retried', async () => {
    const device = await openDevice();
    await show(device, <AccountSettingsModal onClose={() => {}} />);
    isAway = true;
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    for (let turns = 0; turns < 5; turns += 1) await settle();
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The server cannot be reached.');
    expect(alert.textContent).toContain(
      'Not saved yet: theme. Keep this page open: your changes will be saved when the connection is back.',
    );
    expect(document.documentElement.dataset.theme).toBe('dark');
    isAway = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    for (let turns = 0; turns < 5; turns += 1) await settle();
    expect(screen.getByRole('status').textContent).toBe('Saved');
    expect(kept.theme).toBe('dark');
  });

  it('[R7.8] that could not be saved are named, and saved as soon as the browser is online again', async () => {
    const device = await openDevice();
    await show(device, <AccountSettingsModal onClose={() => {}} />);
    isAway = true;
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    fireEvent.change(screen.getByLabelText('Spoken language'), { target: { value: 'de' } });
    for (let turns = 0; turns < 8; turns += 1) await settle();
    expect(screen.getByRole('alert').textContent).toContain('Not saved yet: theme, spoken language.');
    isAway = false;
    await act(async () => void window.dispatchEvent(new Event('online')));
    for (let turns = 0; turns < 8; turns += 1) await settle();
    expect(kept).toMatchObject({ theme: 'dark', default_language: 'de' });
    expect(screen.getByRole('status').textContent).toBe('Saved');
  });

  it('[R3.4] decide the initial level of detail, unless the campaign has its own', async () => {
    const device = await openDevice();
    const levelOf = (id: string) => device.app.spawned.upload.get()!.of(id).getSnapshot().context.detailLevel;
    expect(levelOf('first')).toBeNull();
    await change(device, { default_detail_level: 'comprehensive' });
    expect(levelOf('second')).toBe('comprehensive');
    device.app.queryClient.setQueryData(keyOf('readSession', { sessionId: 'third' }), {
      ...session,
      id: 'third',
    });
    device.app.queryClient.setQueryData(keyOf('readCampaign', { campaignId: session.campaignId }), {
      ...campaign,
      detailLevel: 'brief',
    });
    expect(levelOf('third')).toBe('brief');
    const run = device.app.spawned.analysis.get()!.of('second', null, true);
    expect(run.getSnapshot().context.detailLevel).toBe('comprehensive');
  });

  it('list every language, including one set elsewhere', () => {
    expect(languages(null).find(({ key }) => key === 'de')?.label).toBe('German');
    expect(languages('de-AT').some(({ key }) => key === 'de-AT')).toBe(true);
  });
});

describe('the theme of a page', () => {
  const script = readFileSync('src/web/public/theme.js', 'utf8');
  function themeShown(storage: Pick<Storage, 'getItem'>): string | undefined {
    const dataset: Record<string, string> = {};
    runInNewContext(script, { localStorage: storage, document: { documentElement: { dataset } } });
    return dataset.theme;
  }

  it('[R3.4] is set before the first paint: a script of this origin, before everything else that renders', () => {
    const html = readFileSync('index.html', 'utf8');
    expect(html).toContain('<script src="/theme.js"></script>');
    expect(html.indexOf('/theme.js')).toBeLessThan(html.indexOf('</head>'));
    const storage = new MemoryStorage();
    expect(themeShown(storage)).toBeUndefined();
    for (const theme of ['dark', 'light'] as const) {
      keepTheme(storage, theme);
      expect(themeShown(storage)).toBe(theme);
    }
    keepTheme(storage, 'system');
    expect(themeShown(storage)).toBeUndefined();
    expect(storage.length).toBe(0);
  });

  it('[R3.4] is the system’s without storage, or with an invalid entry', () => {
    const shut = {
      getItem: () => {
        throw new Error('SecurityError');
      },
    };
    expect(themeShown(shut)).toBeUndefined();
    expect(themeShown({ getItem: () => 'sepia' })).toBeUndefined();
  });

  it('[R3.4] stays in the browser while the user is signed in, and is removed with them', async () => {
    const storage = new MemoryStorage();
    const device = await openDevice(storage);
    await change(device, { theme: 'dark' });
    expect(themeShown(storage)).toBe('dark');
    device.app.root.send({ type: 'user.left' });
    expect(themeShown(storage)).toBeUndefined();
    expect(document.documentElement.dataset.theme).toBe('system');
  });
});

describe('alpha features', () => {
  function Entry() {
    return <p>{useHasAlphaFeatures() ? 'offered' : 'not offered'}</p>;
  }
  const offered = () => screen.queryByText('offered') !== null;

  it('[R6.1] [R6.2] are offered to alpha testers, and hidden by the preference', async () => {
    tester = true;
    const device = await openDevice();
    await show(device, <Entry />);
    expect(offered()).toBe(true);
    await change(device, { show_alpha_features: false });
    expect(offered()).toBe(false);
  });

  it('[R6.2] are not offered to other users; the console shows the screen to anyone (R6.3)', async () => {
    const device = await openDevice();
    await show(device, <Entry />);
    expect(offered()).toBe(false);
    await act(async () => device.app.alphaFlag().send({ type: 'flag.set' }));
    expect(offered()).toBe(true);
  });

  it('[R2.13] have a page for testers; others get the 404 page', async () => {
    window.history.replaceState(null, '', '/alpha-features');
    const device = await openDevice();
    await show(device, <Routes />);
    await screen.findByRole('heading', { level: 1, name: 'This page is not on the map' });
    await act(async () => device.app.alphaFlag().send({ type: 'flag.set' }));
    await screen.findByRole('heading', { level: 1, name: 'Alpha Features' });
  });

  it('[R2.13] are listed with what they do, and can be hidden', async () => {
    tester = true;
    const device = await openDevice();
    const feature = { title: 'Maps', text: 'Draws where you were.', path: '/campaign' };
    await show(device, <AlphaPage features={[feature]} />);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Maps');
    await expectAccessible(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'Hide alpha features' }));
    for (let turns = 0; turns < 5; turns += 1) await settle();
    expect(kept.show_alpha_features).toBe(false);
    expect(window.location.pathname).toBe('/campaign');
  });
});

describe('address and password', () => {
  const section = async () => {
    const device = await openDevice();
    await show(device, <AccountSettingsModal onClose={() => {}} />);
    fireEvent.click(screen.getByRole('tab', { name: 'Account' }));
    await settle();
    return device;
  };
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  const press = (name: string) =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name }));
      for (const { clock } of devices) clock.increment(1000);
    });

  it('shows how full the storage is', async () => {
    const device = await openDevice();
    render(
      <AppProvider app={device.app}>
        <AccountSettingsModal onClose={() => undefined} />
      </AppProvider>,
    );
    fireEvent.click(screen.getByRole('tab', { name: 'Your data' }));
    const bar = await screen.findByRole('progressbar', { name: 'Storage used' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByText(/use 12 GB of 48 GB/).textContent).toContain('delete sessions');
  });

  it('[R2.34] ticks the rules of a new password as they are met, and asks for the current one', async () => {
    const { identity, app } = await section();
    await press('Change password');
    const rules = () => screen.getAllByRole('listitem').map((item) => /, met$/.test(item.textContent ?? ''));
    type('Current password', 'not it');
    type('New password', 'short');
    expect(rules()).toEqual([false, true, true]);
    expect((screen.getByRole('button', { name: 'Set new password' }) as HTMLButtonElement).disabled).toBe(
      true,
    );
    type('New password', user.userEmail);
    expect(rules()).toEqual([true, false, true]);
    type('New password', 'the new lantern');
    await press('Set new password');
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('The current password is incorrect.');
    expect(othersEnded).toBe(0);
    type('Current password', password);
    await press('Set new password');
    await settle();
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain(
        'Your password has changed. Your other devices have been signed out.',
      ),
    );
    expect(othersEnded).toBe(1);
    expect(identity.calls.filter((name) => name === 'changePassword')).toHaveLength(2);
    const known = JSON.stringify(app.root.getPersistedSnapshot());
    expect(known).not.toContain('lantern');
  });

  it('[R2.34] changes the address with a code, and notifies the server', async () => {
    const { identity } = await section();
    await press('Change email address');
    type('New email address', user.userEmail);
    expect((screen.getByRole('button', { name: 'Send the code' }) as HTMLButtonElement).disabled).toBe(true);
    type('Password', 'not it');
    await press('Send the code');
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('This is already your email address.');
    type('New email address', 'new@example.com');
    await press('Send the code');
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('That password is incorrect. Please try again.');
    type('Password', password);
    await press('Send the code');
    await settle();
    type('Code', '000000');
    await press('Confirm the email address');
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('This code is incorrect.');
    type('Code', identity.code);
    await press('Confirm the email address');
    for (let turns = 0; turns < 5; turns += 1) await settle();
    expect(screen.getByRole('status').textContent).toContain('Your email address has changed');
    expect((await identity.session())?.email).toBe('new@example.com');
  });
});

describe('the export', () => {
  it('[R2.34] is read piece by piece, and saved under a name', async () => {
    const device = await openDevice();
    const saved: string[] = [];
    const link = HTMLAnchorElement.prototype.click;
    URL.createObjectURL = () => 'blob:archive';
    URL.revokeObjectURL = () => {};
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(`${this.download} ${this.href}`);
    };
    device.app.dataExport().send({ type: 'export.requested' });
    for (let turns = 0; turns < 8; turns += 1) await settle();
    HTMLAnchorElement.prototype.click = link;
    expect(saved).toEqual(['hearthscribe-export.zip blob:archive']);
  });

  it('keeps large streams as pieces of one file', async () => {
    const piece = new Uint8Array(9 * 1024 * 1024).fill(7);
    let left = 3;
    let heard = 0;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (left === 0) controller.close();
        else controller.enqueue(piece);
        left -= 1;
      },
    });
    const file = await readBlob(stream, 'application/zip', () => {
      heard += 1;
    });
    expect(file.size).toBe(3 * piece.byteLength);
    expect(file.type).toBe('application/zip');
    expect(heard).toBe(3);
  });
});
