import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { selectUploadStep } from '#machines/upload/upload.selectors.ts';
import { createThreads } from '#server/engines/threads/threads.ts';
import { createFakeIdentity, type FakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { preloadPages } from '#tests/support/public-pages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { toneWav } from '#tests/support/wav.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { Routes } from '#web/app/routes.tsx';
import type { Transfer } from '#web/flows/upload/transfer.ts';

// jsdom's files cannot be read by the database and the server's requests.
vi.hoisted(() => {
  const { Blob, File } = process.getBuiltinModule('node:buffer');
  Object.assign(globalThis, { Blob, File });
});

const email = 'gm@example.org';
const password = 'correct horse battery';

let server: TestServer;
let identity: FakeIdentity;
let app: ComposedApp | undefined;
let requests: string[];
let progressHeld: Promise<void> | undefined;

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await preloadPages('/', '/terms', '/privacy', '/404');
  // Vite turns a file's address next to a module into the page's.
  const program = `file://${process.cwd()}/src/server/engines/threads/thread-program.ts`;
  server = await createTestServer({
    overrides: { threads: createThreads({ analysesAtOnce: 1, program }) },
  });
  await server.start();
});
afterAll(() => server.close());

beforeEach(() => {
  requests = [];
  progressHeld = undefined;
});
afterEach(() => {
  app?.stop();
  app = undefined;
});

const fetchFromServer: typeof fetch = async (url, init = {}) => {
  const { signal: _, ...rest } = init as RequestInit;
  requests.push(`${init.method} ${String(url)}`);
  if (String(url).endsWith('/events')) await progressHeld;
  return server.app.request(String(url), rest);
};

const sendWhole: Transfer = (file, upload, events) => {
  file
    .arrayBuffer()
    .then(async (bytes) =>
      fetchFromServer(upload.tusUrl, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await identity.idToken()}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(upload.offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes,
      }),
    )
    .then(({ status }) => {
      if (status === 204) events.onFinished();
      else events.onFailed(new ApiFailure('unexpected', { status }));
    });
  return () => {};
};

function open(address: string, options: { signedIn?: boolean; withAccount?: boolean } = {}) {
  const userId = crypto.randomUUID();
  const users =
    options.signedIn || options.withAccount ? [{ userId, email, password, emailVerified: true }] : [];
  identity = createFakeIdentity({
    users,
    ...(options.signedIn ? { signedInAs: email } : {}),
    tokenOf: (session) =>
      server.issuer.idToken({
        sub: session.userId,
        email: `${session.userId}@example.org`,
        originJti: session.userId,
      }),
  });
  window.history.replaceState(null, '', address);
  app = createWholeApp({
    identity,
    fetch: fetchFromServer,
    baseUrl: '',
    page: window,
    storage: new MemoryStorage(),
    cookies: () => '',
    navigate,
    transfer: sendWhole,
  });
  app.start();
  render(
    <AppProvider app={app}>
      <Routes />
    </AppProvider>,
  );
  return app;
}

const path = () => window.location.pathname + window.location.search;
const arrives = (expected: string | RegExp) =>
  waitFor(() =>
    expect(path()).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected)),
  );

describe('addresses', () => {
  it('[R2.5] the old address of the app redirects to /campaign and keeps its query', async () => {
    open('/app_index.html?campaignId=1&sessionId=2', { signedIn: true });
    await arrives('/campaign?campaignId=1&sessionId=2');
  });

  it('[R4.3] [R6.4] /campaign redirects to / without a user', async () => {
    open('/campaign?campaignId=1');
    await arrives('/');
    expect(await screen.findByRole('button', { name: 'Join / Login' })).toBeTruthy();
  });

  it('[R2.15] any other path is the 404 page', async () => {
    open('/campaigns');
    expect(await screen.findByText(/nothing here but a sleeping dragon/)).toBeTruthy();
  });

  it('[R2.10] [R2.17] terms and privacy are open to everyone', async () => {
    open('/terms');
    expect(await screen.findByRole('heading', { level: 1, name: /terms/i })).toBeTruthy();
    act(() => navigate('/privacy'));
    expect(await screen.findByRole('heading', { level: 1, name: /privacy/i })).toBeTruthy();
  });
});

describe('signing in and out', () => {
  it('[R1.6] [R4.2] signing up opens the session and lands on /campaign', async () => {
    open('/#join');
    await userEvent.click(await screen.findByRole('button', { name: 'Create an account' }));
    await userEvent.type(screen.getByLabelText('Email address'), 'new@example.org');
    await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.keyboard('{Enter}');
    await arrives('/campaign');
    expect(requests.filter((request) => /check-session|login/.test(request))).toEqual([
      'GET /check-session',
      'GET /check-session',
      'POST /login',
      'GET /check-session',
    ]);
    await waitFor(() => expect(document.body.textContent).toContain('1 free analysis'));
  });

  it('shows a wrong password in the form', async () => {
    open('/#join', { withAccount: true });
    await userEvent.type(await screen.findByLabelText('Email address'), email);
    await userEvent.type(screen.getByLabelText('Password'), 'something else');
    await userEvent.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/password/i);
    expect(path()).toBe('/');
  });

  it('[R7.1] signing out ends the session and opens the landing page', async () => {
    open('/campaign', { signedIn: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await arrives('/');
    expect(requests).toContain('GET /logout');
    expect(identity.calls).toContain('signOut');
    expect(await screen.findByRole('button', { name: 'Join / Login' })).toBeTruthy();
  });

  it('[R2.18] [R8.1] a 401 from any call goes to / and clears the user', async () => {
    const opened = open('/campaign', { signedIn: true });
    await screen.findByRole('link', { name: 'Campaign' });
    await opened.client.call((await import('#contract/account.ts')).logout, {});
    await opened.queryClient.refetchQueries();
    await arrives('/');
    await waitFor(() => expect(identity.calls).toContain('signOut'));
  });
});

async function openNewSession(): Promise<string> {
  await userEvent.type(await screen.findByLabelText('Title'), 'Lanterns');
  await userEvent.click(screen.getByRole('button', { name: 'Create campaign' }));
  await arrives(/^\/campaign\?campaignId=/);
  await userEvent.click((await screen.findAllByRole('button', { name: 'New session' }))[0]!);
  await arrives(/sessionId=/);
  await screen.findByText(/choose a file/i);
  return new URLSearchParams(window.location.search).get('sessionId')!;
}

it('deleting a session opens its campaign, deleting that opens the list, without reloading what was deleted', async () => {
  open('/campaign', { signedIn: true });
  const sessionId = await openNewSession();
  const gone = (path: string) =>
    requests.some((request) => request.startsWith('GET') && request.endsWith(path));
  const choose = async (menu: string, item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: menu }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
    requests = [];
    await userEvent.click(screen.getByRole('button', { name: item }));
  };

  await choose('Session settings', 'Delete session');
  await screen.findByRole('heading', { level: 1, name: 'Lanterns' });
  await arrives(/^\/campaign\?campaignId=[^&]+$/);
  const campaignId = new URLSearchParams(window.location.search).get('campaignId');
  expect(gone(`/sessions/${sessionId}`)).toBe(false);

  await choose('Campaign settings', 'Delete campaign');
  await arrives('/campaign');
  expect(gone(`/campaigns/${campaignId}`)).toBe(false);
});

const transcript = (text: string, name = 'evening.txt') => new File([text], name);
const recording = (bytes: BlobPart) => new File([bytes], 'evening.mp3');
const chooseFile = async (file: File) =>
  userEvent.upload(await screen.findByLabelText('Recording or transcript'), file);
async function dropFile(file: File): Promise<void> {
  const zone = (await screen.findByLabelText('Recording or transcript')).closest('.drop-zone')!;
  fireEvent.drop(zone, { dataTransfer: { files: [file] } });
}

it.each([
  ['chosen', chooseFile],
  ['dropped', dropFile],
])('[R1.7] accepts a file that is %s after a rejected one', async (_, bring) => {
  open('/campaign', { signedIn: true });
  await openNewSession();
  await bring(recording(''));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This file is empty'));
  await bring(transcript(' '));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('no words'));
  await bring(recording('neither music nor speech'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('could not read this audio'));
  await bring(transcript('GM: Orla Finch lights the lantern of Saltmarsh.'));
  expect(await screen.findByRole('button', { name: /start analysis/i })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByLabelText('Recording or transcript')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Session settings' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Replace the recording' }));
  await bring(recording(''));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This file is empty'));
  await userEvent.click(screen.getByRole('button', { name: 'Keep the current recording' }));
  expect(await screen.findByRole('button', { name: /start analysis/i })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

async function withTranscript(opened: ComposedApp): Promise<string> {
  const sessionId = await openNewSession();
  const words = Array.from(
    { length: 40 },
    (_, turn) => `GM: In turn ${turn} Orla Finch lights the lantern of Saltmarsh.`,
  );
  const { importTranscript } = await import('#contract/transcripts.ts');
  await act(async () => {
    await opened.client.call(importTranscript, {
      params: { sessionId },
      headers: { 'x-file-name': 'evening.txt' },
      body: new File([words.join('\n')], 'evening.txt'),
    });
    await opened.queryClient.invalidateQueries();
  });
  return sessionId;
}

it('turns a transcript into notes: campaign, session, price, start, progress, result', async () => {
  await withTranscript(open('/campaign', { signedIn: true }));

  await userEvent.dblClick(await screen.findByRole('button', { name: /start analysis/i }));
  await arrives(/analysisId=/);
  await waitFor(() => expect(screen.getAllByText(/Orla Finch/).length).toBeGreaterThan(0));
  expect(
    requests.filter((request) => request.startsWith('POST') && request.endsWith('/analyses')),
  ).toHaveLength(1);
  expect(requests.some((request) => request.endsWith('/events'))).toBe(true);
});

it('a notice of finished notes names the session, even if its page has not been open for long', async () => {
  const opened = open('/campaign', { signedIn: true });
  const sessionId = await withTranscript(opened);
  let letGo = () => {};
  progressHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await userEvent.click(await screen.findByRole('button', { name: /start analysis/i }));
  await arrives(/analysisId=/);
  act(() => navigate('/campaign'));
  await screen.findByRole('heading', { level: 1, name: 'Your campaigns' });
  opened.queryClient.removeQueries({ queryKey: keyOf('readSession', { sessionId }) });
  letGo();
  expect(await screen.findByText('The notes of “Session 1” are ready.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the session' }).getAttribute('href')).toContain(sessionId);
});

it('[R1.7] [D1] [D2] takes a recording from the disk to its exact price, after an estimate', async () => {
  const opened = open('/campaign', { signedIn: true });
  const sessionId = await openNewSession();
  const upload = opened.spawned.upload.get()!.of(sessionId);
  await waitFor(() => expect(selectUploadStep(upload.getSnapshot())).toBe('idle'));
  const recording = new File([toneWav(90)], 'evening.wav');

  act(() => upload.send({ type: 'file.chosen', file: opened.files.keep(recording) }));
  await userEvent.click(await screen.findByRole('button', { name: /upload for free/i }));
  expect(await screen.findByRole('button', { name: /start analysis/i })).toBeTruthy();
  expect(selectUploadStep(upload.getSnapshot())).toBe('pricing');
  expect(requests.some((request) => request.startsWith('PATCH'))).toBe(true);

  const { children, context } = upload.getSnapshot();
  const { estimate } = context;
  const quote = children.analysisStart?.getSnapshot().context.quote;
  expect(quote?.basis).toBe('audio');
  expect(quote?.durationSeconds).toBeCloseTo(estimate?.durationSeconds ?? 0, 1);
  expect(quote?.levels.map(({ costCredits }) => costCredits)).toEqual([
    estimate?.brief,
    estimate?.comprehensive,
  ]);
});
