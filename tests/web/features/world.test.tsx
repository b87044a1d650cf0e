import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorldChange, WorldThread } from '#contract/world.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { campaign, world } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import '#web/features/campaign/world/world-threads.tsx';
import { WorldView } from '#web/features/campaign/world/world-view.tsx';

const [known] = authFlow.outcomes.checkSession;
const user = known.type === 'done' ? known.output.user : null;
const sessionId = '01900000-0000-7000-8000-000000000077';
const [allura] = world.entries;
const thread: WorldThread = {
  key: 'c'.repeat(32),
  kind: 'promise',
  text: 'We owe the ferryman a boat.',
  state: 'open',
  opened: { sessionId, lineId: 's1', startMs: null },
  touched: null,
  silentFor: 3,
  edit: null,
  revision: 0,
};

const openGate = { passes: () => true, close: () => {} };
const settled = () => act(settle);

let app: ComposedApp;
/** What the page asked the server to change. */
let asked: WorldChange[];

const answer = (async (url: string, init?: RequestInit) => {
  const path = new URL(url, 'http://test').pathname;
  if (path === '/check-session') return Response.json(user);
  if (path.endsWith('/world/changes')) {
    const { changes } = JSON.parse(String(init?.body)) as { changes: WorldChange[] };
    asked.push(...changes);
    return Response.json({
      undo: changes.map(({ key, revision }) => ({ key, revision: revision + 1, edit: null })),
    });
  }
  if (path.endsWith('/threads')) return Response.json({ threads: [thread] });
  if (path.endsWith('/world'))
    return Response.json({
      ...world,
      sessions: [{ id: sessionId, title: 'The ferry', playedAt: null, hasSound: false }],
      suggestions: [{ what: 'kind', key: allura?.key, kind: 'location', sessionId }],
    });
  return Response.json({ error: { code: 'notFound', message: 'Refused.' } }, { status: 404 });
}) as typeof fetch;

beforeEach(async () => {
  asked = [];
  app = createWholeApp({
    identity: createFakeIdentity(),
    fetch: answer,
    baseUrl: 'http://test',
    page: window,
    storage: new MemoryStorage(),
    cookies: () => '',
    navigate: () => {},
  });
  app.start();
  await settled();
});
afterEach(() => {
  app.stop();
  cleanup();
});

async function open(place: 'names' | 'threads'): Promise<void> {
  render(
    <AppProvider app={{ ...app, openClickGate: () => openGate }}>
      <WorldView campaign={campaign} place={place} />
    </AppProvider>,
  );
  await settled();
}

async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
  await settled();
}

describe('the review of the world index', () => {
  it.each([
    ['Change Allura to Place', { kind: 'location', kindWas: 'location' }],
    ['Leave Allura as it is', { kind: null, kindWas: 'location' }],
  ])(
    'shows what an analysis says of an entry that a person edited: %s, with its undo',
    async (name, edit) => {
      await open('names');
      expect(await screen.findByText(/as you set it\. The analysis of The ferry says/)).toBeTruthy();
      await press(name);
      expect(asked).toMatchObject([{ key: allura?.key, revision: 0, edit }]);
      await press('Undo');
      expect(asked[1]).toEqual({ key: allura?.key, revision: 1, edit: null });
    },
  );
});

describe('the board of threads', () => {
  it('shows each by its state, points out a silent one, and changes its state and its words, with an undo', async () => {
    await open('threads');
    const board = await screen.findByRole('region', { name: /^Open/ });
    const item = within(board).getByRole('listitem');
    expect(item.textContent).toContain('Kept by you · Opened in The ferry');
    expect(item.textContent).toContain('Silent for 3 sessions');
    fireEvent.change(within(item).getByLabelText(`State of ${thread.text}`), { target: { value: 'done' } });
    await settled();
    expect(asked).toMatchObject([{ key: thread.key, edit: { state: 'done', text: null } }]);
    expect(screen.getByText(`“${thread.text}” is now “Done”.`)).toBeTruthy();
    await press('Undo');
    expect(asked[1]).toEqual({ key: thread.key, revision: 1, edit: null });
    await press(`Edit ${thread.text}`);
    fireEvent.change(screen.getByLabelText('Words of the thread'), {
      target: { value: 'We owe Orrin a boat.' },
    });
    await press('Save');
    expect(asked[2]).toMatchObject({
      key: thread.key,
      edit: { state: 'open', text: 'We owe Orrin a boat.' },
    });
    fireEvent.change(screen.getByLabelText('Add a thread'), { target: { value: 'Who stole the bell?' } });
    await press('Add');
    expect(asked[3]).toMatchObject({ revision: 0, edit: { text: 'Who stole the bell?', isOwn: true } });
  });
});
