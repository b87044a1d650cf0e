import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { Name } from '#contract/names.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { campaign, session } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { openDialogs } from '#tests/web/paths/run-flow.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { GlossaryDialog } from '#web/features/campaign/names/glossary-dialog.tsx';
import { SessionHeader } from '#web/features/campaign/session/session-header.tsx';
import { useSession } from '#web/hooks/data-hooks.ts';
import { loadEveryView } from '#web/hooks/late-view.tsx';

let app: ComposedApp | undefined;
let clock: SimulatedClock;
afterEach(() => {
  cleanup();
  app?.stop();
});

const nameOf = (number: number, term: string): Name => ({
  id: `01900000-0000-7000-8000-00000000d00${number}`,
  term,
  kind: 'npc',
  aliases: [],
  heardAs: [],
  note: '',
  locked: false,
  source: 'user',
  revision: 1,
  createdAt: campaign.createdAt,
  updatedAt: campaign.createdAt,
});

function show(content: ReactNode, fetch: (path: string, init: RequestInit) => Response | null): ComposedApp {
  openDialogs();
  clock = new SimulatedClock();
  app = createWholeApp(
    {
      identity: createFakeIdentity({}),
      fetch: async (address, init = {}) => fetch(String(address), init) ?? new Promise(() => {}),
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
    },
    { clock },
  );
  app.start();
  render(<AppProvider app={app}>{content}</AppProvider>);
  return app;
}

it('[D6] keeps what is written of a name while others are locked and removed', async () => {
  const names = [nameOf(1, 'Orla'), nameOf(2, 'Brannoc')];
  const answered: string[] = [];
  show(<GlossaryDialog campaignId={campaign.id} onClose={() => {}} />, (path, { method = 'GET' }) => {
    if (path.includes('/corrections')) return Response.json({ corrections: [] });
    if (method === 'GET') return Response.json({ names, nextCursor: null });
    answered.push(method);
    return Response.json({ ...names[1], locked: true, revision: 2 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orla' }));
  await userEvent.type(screen.getByLabelText('Name'), ' Finch');
  await userEvent.click(screen.getByRole('button', { name: 'Lock Brannoc' }));
  await vi.waitFor(() => expect(answered).toEqual(['PATCH']));
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Lock Brannoc' }).disabled).toBe(false),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Orla Finch');
});

it('[D6] a form whose record was read again meanwhile is saved onto what it showed, and then shows both versions', async () => {
  await loadEveryView();
  const theirs = { ...session, title: 'The drowned chapel', revision: session.revision + 1 };
  const sentOnto: (string | null)[] = [];
  const Heading = () => {
    const { data } = useSession(session.id);
    return data ? (
      <SessionHeader
        session={data}
        items={[]}
        state={null}
        onReload={async () => theirs}
        onDelete={() => {}}
      />
    ) : null;
  };
  const opened = show(<Heading />, (path, { method = 'GET', headers }) => {
    if (!path.endsWith(`/sessions/${session.id}`)) return null;
    if (method === 'GET') return Response.json(session);
    sentOnto.push(new Headers(headers).get('if-match'));
    return Response.json({ error: { code: 'staleRevision', message: 'Elsewhere.' } }, { status: 412 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Session settings' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit title and date' }));
  await userEvent.type(screen.getByLabelText('Title'), ', mine');
  act(() => {
    opened.queryClient.setQueryData(keyOf('readSession', { sessionId: session.id }), theirs);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/It now says “The drowned chapel”/u)).toBeTruthy();
  // The same button twice at once would be a double click.
  clock.increment(2_000);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await vi.waitFor(() => expect(sentOnto).toHaveLength(2));
  expect(sentOnto.map((each) => each?.replaceAll('"', ''))).toEqual([
    `${session.revision}`,
    `${theirs.revision}`,
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(`${session.title}, mine`);
});
