import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { Chapter } from '#contract/analysis-result.ts';
import type { Name } from '#contract/names.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { campaign, session } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { openDialogs } from '#tests/web/paths/run-flow.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { ChapterTitle } from '#web/features/campaign/evening/chapter-title.tsx';
import { GlossaryDialog } from '#web/features/campaign/names/glossary-dialog.tsx';
import { draftOf, fieldsIn } from '#web/features/campaign/overview/campaign-form.tsx';
import { SessionHeader } from '#web/features/campaign/session/session-header.tsx';
import type { Change } from '#web/flows/record-change/use-record-change.ts';
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

it('[D6] keeps the order of styles, and semicolons within one, when other settings of a campaign are saved', () => {
  const before = { ...campaign, recapStyles: ['A letter; sealed with wax', 'Ballad', 'News report'] };
  const draft = { ...draftOf(before), title: 'The Drowned Coast' };
  expect(fieldsIn(draft, before)).toMatchObject({
    title: 'The Drowned Coast',
    recapStyles: before.recapStyles,
  });
  expect(fieldsIn({ ...draft, recapStyles: '', ownStyles: 'Ode;' }, before).recapStyles).toEqual(['Ode']);
});

it('[D6] offers to undo only the title of the chapter that was renamed last', async () => {
  const times = { startMs: 0, endMs: 60_000 };
  const evidence = { segmentIds: ['s1'], ...times };
  const chapter: Chapter = { ...times, evidence, title: null, ownTitle: null, place: null, names: [] };
  const renaming = (title: string | null): Change => ({
    words: `The chapter is called “${title}”.`,
    save: async () => ({ revision: null, undo: renaming(null) }),
  });
  const Titles = () => {
    const dismissLast = useRef<(() => void) | null>(null);
    return [0, 1].map((index) => <ChapterTitle key={index} {...{ chapter, index, renaming, dismissLast }} />);
  };
  show(<Titles />, () => null);
  for (const [index, title] of ['The ferry', 'The inn'].entries()) {
    await userEvent.click(screen.getByRole('button', { name: `Chapter ${index + 1}` }));
    await userEvent.type(screen.getByLabelText(`Title of chapter ${index + 1}`), title);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText(`The chapter is called “${title}”.`)).toBeTruthy();
    // The same button twice at once would be a double click.
    act(() => void clock.increment(2_000));
  }
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  expect(screen.queryByText('The chapter is called “The ferry”.')).toBeNull();
});
