import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Notes, SavedSection } from '#contract/notes.ts';
import { storedNotesDraft } from '#contract/stored-drafts.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { notes, segments, transcript } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { AppProvider } from '#web/app/providers.tsx';
import '#web/features/campaign/notes/section-editor.tsx';
import { NotesView } from '#web/features/campaign/notes/notes-view.tsx';
import { SegmentRow } from '#web/features/campaign/transcript/segment-row.tsx';
import { useQuoting } from '#web/features/campaign/transcript/use-quoting.tsx';
import { useNotes } from '#web/hooks/data-hooks.ts';

const [known] = authFlow.outcomes.checkSession;
const user = known.type === 'done' ? known.output.user : null;
const someone = user?.userId ?? '';
const openGate = { passes: () => true, close: () => {} };

let server: {
  notes: Notes;
  isDown: boolean;
  losesAnswers: boolean;
  /** Saves wait for it. */
  hold: Promise<void>;
  saves: number;
  lateReads: number;
  read: (string | undefined)[];
  bodies: (string | undefined)[];
};
let storage: MemoryStorage;
let clock: SimulatedClock;
let app: ComposedApp;

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  const quick = { isDown: false, losesAnswers: false, hold: Promise.resolve() };
  server = { ...quick, notes, saves: 0, lateReads: 0, read: [], bodies: [] };
  storage = new MemoryStorage();
  clock = new SimulatedClock();
});
afterEach(() => {
  cleanup();
  app.stop();
});

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const answer: typeof fetch = async (url, init) => {
  const path = new URL(String(url), 'http://test').pathname;
  if (path === '/check-session') return json({ ...user, userId: signedIn });
  if (!path.endsWith('/notes')) return new Promise(() => {});
  if (server.isDown) throw new TypeError('Failed to fetch');
  if (init?.method === 'GET' && server.lateReads > 0) {
    server.lateReads -= 1;
    return json({ ...server.notes, revision: server.notes.revision - 1 });
  }
  if (init?.method === 'GET') return json(server.notes);
  if (new Headers(init?.headers).get('if-match') !== String(server.notes.revision)) {
    return json({ error: { code: 'staleRevision', message: 'Stale.' } }, 412);
  }
  await server.hold;
  server.saves += 1;
  const { sections } = JSON.parse(String(init?.body)) as { sections: SavedSection[] };
  server.read = sections.map(({ read }) => read);
  server.bodies = sections.map((section) => section.body);
  const stored = (key: string) => server.notes.sections.find((section) => section.key === key)?.body ?? '';
  server.notes = {
    ...server.notes,
    revision: server.notes.revision + 1,
    sections: sections.map(({ key, read: _, quotes: __, body = stored(key), ...section }) => ({
      ...section,
      key,
      body,
      source: 'user',
      lines: [],
    })),
  };
  if (server.losesAnswers) throw new TypeError('Failed to fetch');
  return json(server.notes);
};

let signedIn = someone;

function Shown() {
  const found = useNotes(notes.sessionId);
  if (!found.data) return null;
  return (
    <NotesView
      sessionTitle="Session 3"
      notes={found.data}
      access={{ timing: 'measured', open: () => {} }}
      onReload={async () => (await found.refetch()).data}
      onOpenAnalysis={null}
    />
  );
}

function Quoting() {
  const { quote, notice, dialog } = useQuoting(notes.sessionId, { segments, speakers: transcript.speakers });
  return (
    <>
      {notice}
      {dialog}
      <SegmentRow
        segment={segments[0]!}
        place="0:10"
        speaker={null}
        sameSpeaker={false}
        wanted=""
        cited={false}
        citedFirst={false}
        isTabStop
        onPlay={null}
        onEdit={null}
        onQuote={quote}
        form={null}
      />
    </>
  );
}

const settled = () => act(settle);

async function open(userId = someone) {
  signedIn = userId;
  app = createWholeApp(
    {
      identity: createFakeIdentity(),
      fetch: answer,
      baseUrl: 'http://test',
      page: window,
      storage,
      cookies: () => '',
      navigate: () => {},
    },
    { clock },
  );
  app.start();
  await settled();
  app.queryClient.setQueryData(keyOf('readNotes', { sessionId: notes.sessionId }), server.notes);
  await show();
}

async function show() {
  render(
    <AppProvider app={{ ...app, openClickGate: () => openGate }}>
      <Shown />
      <Quoting />
    </AppProvider>,
  );
  await settled();
}

function crash() {
  app.stop();
  cleanup();
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settled();
};
const write = (words: string) => fireEvent.change(text(), { target: { value: words } });
const wait = async (milliseconds: number) => {
  act(() => clock.increment(milliseconds));
  await settled();
};
const body = () => server.notes.sections[0]?.body;
const stored = () => [...storage.keys()].filter((key) => key.includes('notesDraft'));
const named = (section: Notes['sections'][number]) => ({ ...section, body: `Wren: ${section.body}` });
const elsewhere = (section: Partial<Notes['sections'][number]>) => {
  const sections = server.notes.sections.map((each, index) => (index === 0 ? { ...each, ...section } : each));
  server.notes = { ...server.notes, revision: server.notes.revision + 1, sections };
};

it('[D6] saves one second after the last key, says so, and stores the text on the device until then', async () => {
  await open();
  await press('Edit Summary');
  write('Mine.');
  expect(stored()).toEqual([storedNotesDraft(someone, notes.sessionId, 'summary').key]);
  await wait(999);
  expect(server.saves).toBe(0);
  await wait(1);
  expect(body()).toBe('Mine.');
  expect(stored()).toEqual([]);
  expect(screen.getByText('Saved.')).toBeTruthy();
  expect(text().value).toBe('Mine.');
  expect(server.notes.sections).toHaveLength(notes.sections.length);
});

it('[D6] saves at once when the field is left, the page is hidden, or another page is opened', async () => {
  await open();
  await press('Edit Summary');
  write('One.');
  fireEvent.blur(text());
  await settled();
  expect(body()).toBe('One.');
  write('Two.');
  fireEvent.blur(text(), { relatedTarget: screen.getByRole('button', { name: 'Done' }) });
  await settled();
  expect(body()).toBe('One.');
  fireEvent(window, new Event('pagehide'));
  await settled();
  expect(body()).toBe('Two.');
  write('Three.');
  cleanup();
  await settled();
  expect(body()).toBe('Three.');
  await show();
  expect(screen.queryByLabelText('Text')).toBeNull();
  await press('Edit Open threads');
  expect(text().value).not.toBe('Three.');
});

it('[D6] stays open for someone who writes on after “Done” while it is still saved', async () => {
  await open();
  await press('Edit Summary');
  let go = () => {};
  server.hold = new Promise((resolve) => {
    go = resolve;
  });
  write('One.');
  await press('Done');
  write('One, two.');
  go();
  await settled();
  expect([body(), text().value]).toEqual(['One.', 'One, two.']);
  await wait(1000);
  expect([body(), text().value]).toEqual(['One, two.', 'One, two.']);
  await press('Done');
  expect(screen.queryByLabelText('Text')).toBeNull();
});

it('[D6] restores text that a crash left unsaved to its user, who can discard it, also when voices got names since', async () => {
  await open();
  await press('Edit Summary');
  write('Lost and found.');
  crash();
  expect(body()).toBe(notes.sections[0]?.body);
  server.notes = { ...server.notes, sections: server.notes.sections.map(named) };
  await open();
  expect(text().value).toBe('Lost and found.');
  expect(screen.getByText(/^Unsaved changes from .* were restored\./)).toBeTruthy();
  await wait(60_000);
  expect(server.saves).toBe(0);
  await press('Discard changes');
  expect(server.saves).toBe(0);
  expect(screen.queryByLabelText('Text')).toBeNull();
  expect(stored()).toEqual([]);
  crash();
  await open();
  expect(screen.queryByLabelText('Text')).toBeNull();
});

it('[D6] [R6.4] are private to their user', async () => {
  await open();
  await press('Edit Summary');
  write('Between us.');
  crash();
  await open('01900000-0000-7000-8000-00000000beef');
  expect(screen.queryByLabelText('Text')).toBeNull();
  expect(document.body.textContent).not.toContain('Between us.');
  crash();
  await open();
  await press('Done');
  expect(body()).toBe('Between us.');
  expect(stored()).toEqual([]);
});

it('[D6] says offline what waits, and saves on reconnection', async () => {
  await open();
  await press('Edit Summary');
  server.isDown = true;
  write('From the train.');
  await wait(1000);
  expect(screen.getByRole('alert').textContent).toBe(
    'Not saved yet: you are offline. Your changes are kept on this device and will be saved when you are back online.',
  );
  write('From the train, again.');
  expect(stored()).toHaveLength(1);
  server.isDown = false;
  fireEvent(window, new Event('online'));
  await settled();
  expect(body()).toBe('From the train, again.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(stored()).toEqual([]);
});

it('[D7] shows a version saved elsewhere before replacing it', async () => {
  await open();
  await press('Edit Summary');
  elsewhere({ body: 'Theirs.' });
  write('Mine.');
  await wait(1000);
  expect(screen.getByRole('alert').textContent).toContain(
    'This was changed elsewhere while you were editing',
  );
  expect(screen.getByText('Theirs.')).toBeTruthy();
  expect(text().value).toBe('Mine.');
  expect(body()).toBe('Theirs.');
  await press('Save mine');
  expect(body()).toBe('Mine.');
});

it('[D7] [R2.34] saves a draft that was open while voices got names, and says what it was written from', async () => {
  await open();
  const before = body() ?? '';
  await press('Edit Summary');
  write(`${before} Mine.`);
  server.notes = { ...server.notes, sections: server.notes.sections.map(named) };
  app.queryClient.setQueryData(keyOf('readNotes', { sessionId: notes.sessionId }), server.notes);
  await wait(1000);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.read).toEqual([before, ...notes.sections.slice(1).map(() => undefined)]);
  expect(server.notes.sections.map((section) => section.body)).toEqual([
    `${before} Mine.`,
    ...notes.sections.slice(1).map((section) => `Wren: ${section.body}`),
  ]);
  server.notes = { ...server.notes, sections: server.notes.sections.map(named) };
  app.queryClient.setQueryData(keyOf('readNotes', { sessionId: notes.sessionId }), server.notes);
  write(`${before} Mine, too.`);
  await wait(1000);
  expect(server.read[0]).toBe(`${before} Mine.`);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('[D7] [R2.34] says what was shown where it changes who may see an item, and where that is undone', async () => {
  await open();
  const before = body();
  await press('Who may see each item of Summary');
  const [item] = await screen.findAllByRole('combobox', { name: /^Who may see “/u });
  fireEvent.change(item!, { target: { value: 'public' } });
  await settled();
  const changed = body();
  expect(changed).not.toBe(before);
  const others = notes.sections.slice(1).map(() => undefined);
  expect(server.read).toEqual([before, ...others]);
  await press('Undo');
  expect(server.read).toEqual([changed, ...others]);
  expect(body()).toBe(before);
});

it('[D7] can take the version that was saved elsewhere', async () => {
  await open();
  await press('Edit Summary');
  elsewhere({ body: 'Theirs.' });
  write('Mine.');
  await wait(1000);
  await press('Use that version');
  expect(text().value).toBe('Theirs.');
  await press('Done');
  expect(body()).toBe('Theirs.');
});

it('[D7] keeps changes of other sections elsewhere, without asking', async () => {
  await open();
  await press('Add a section');
  fireEvent.change(screen.getByLabelText('Section title'), { target: { value: 'Loot' } });
  elsewhere({ body: 'Theirs.' });
  await press('Done');
  expect(server.notes.sections.map((section) => section.title)).toEqual([
    ...notes.sections.map(({ title }) => title),
    'Loot',
  ]);
  expect(body()).toBe('Theirs.');
});

it('[D7] discards what was saved meanwhile, and undoes it', async () => {
  await open();
  const before = body();
  await press('Edit Summary');
  write('First.');
  await wait(1000);
  write('Second.');
  await press('Discard changes');
  expect(body()).toBe(before);
  await press('Edit Summary');
  write('Third.');
  await press('Done');
  expect(body()).toBe('Third.');
  await press('Undo');
  expect(body()).toBe(before);
});

it('[D7] offers undo only until someone else has saved', async () => {
  await open();
  await press('Edit Summary');
  write('Mine.');
  await press('Done');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  elsewhere({ body: 'Theirs.' });
  await act(async () => void (await app.queryClient.invalidateQueries()));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

it('does not send a section without a title', async () => {
  await open();
  await press('Add a section');
  write('Nameless.');
  await wait(1000);
  expect(screen.getByText('Enter a title.')).toBeTruthy();
  expect(server.saves).toBe(0);
  fireEvent.change(screen.getByLabelText('Section title'), { target: { value: 'Loot' } });
  await wait(1000);
  expect(server.notes.sections.at(-1)).toMatchObject({ title: 'Loot', body: 'Nameless.' });
});

it(
  '[D6] a save whose response was lost does not count as a change by someone else, whatever is written ' +
    'next',
  async () => {
    await open();
    server.losesAnswers = true;
    await press('Edit Summary');
    write('First words.');
    await wait(1000);
    expect(body()).toBe('First words.');
    write('First words, and more.');
    server.losesAnswers = false;
    await wait(15_000);
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
    expect(body()).toBe('First words, and more.');
    expect(stored()).toEqual([]);
  },
);

it('[D6] also after a crash before the response', async () => {
  await open();
  server.losesAnswers = true;
  await press('Edit Summary');
  write('The last words.');
  await wait(1000);
  crash();
  server.losesAnswers = false;
  await open();
  await press('Done');
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  expect(body()).toBe('The last words.');
  expect(stored()).toEqual([]);
});

it('[D6] keeps text that another tab has stored on the device meanwhile', async () => {
  await open();
  await press('Edit Summary');
  write('Mine.');
  const { key } = storedNotesDraft(someone, notes.sessionId, 'summary');
  const kept = JSON.parse(storage.getItem(key) ?? '{}');
  await wait(500);
  storage.setItem(key, JSON.stringify({ ...kept, draft: { ...kept.draft, body: 'Theirs, newer.' } }));
  await wait(500);
  expect(body()).toBe('Mine.');
  expect(stored()).toEqual([key]);
});

it('[D6] does not bring older text back that a full browser kept', async () => {
  await open();
  await press('Edit Summary');
  write('First words.');
  const store = storage.setItem.bind(storage);
  storage.setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  write('First words, and all the rest.');
  await press('Done');
  storage.setItem = store;
  expect([body(), stored()]).toEqual(['First words, and all the rest.', []]);
});

it('[D6] keeps the cursor in a new section when it is saved', async () => {
  await open();
  await press('Add a section');
  fireEvent.change(screen.getByLabelText('Section title'), { target: { value: 'The road' } });
  const field = text();
  field.focus();
  write('Rain.');
  await wait(1000);
  expect(server.notes.sections.at(-1)).toMatchObject({ title: 'The road', body: 'Rain.' });
  expect(text()).toBe(field);
  expect(document.activeElement).toBe(field);
});

it('[D7] shows changes from elsewhere in a section that is open but unchanged', async () => {
  await open();
  await press('Edit Summary');
  elsewhere({ body: 'Theirs.' });
  act(
    () => void app.queryClient.setQueryData(keyOf('readNotes', { sessionId: notes.sessionId }), server.notes),
  );
  await waitFor(() => expect(text().value).toBe('Theirs.'), { timeout: 50_000 });
  write('Theirs and mine.');
  await wait(1000);
  expect(body()).toBe('Theirs and mine.');
});

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

function handleOf(index: number): Element {
  for (const [at, section] of [...document.querySelectorAll('.notes-section')].entries()) {
    section.getBoundingClientRect = () => ({ top: at * 100 }) as DOMRect;
  }
  return document.querySelectorAll('.notes-drag')[index]!;
}

it('[D6] drags a section to another place, says so, and undoes it with one click', async () => {
  await open();
  const before = titles();
  const handle = handleOf(0);
  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(handle, { clientY: 150 });
  expect(document.querySelectorAll('[data-drop="below"]')).toHaveLength(1);
  fireEvent.pointerUp(handle);
  await settled();
  expect(titles()).toEqual(before.toReversed());
  expect(screen.getByText(`“${before[0]}” is now 2 of 2.`)).toBeTruthy();
  expect(server.bodies).toEqual([undefined, undefined]);
  await press('Undo');
  expect(titles()).toEqual(before);
  expect(server.bodies).toEqual([undefined, undefined]);
});

it('[D6] sends the text of no section but a removed one that comes back', async () => {
  await open();
  await press('Remove Summary');
  expect(server.bodies).toEqual([undefined]);
  await press('Undo');
  expect(server.bodies).toEqual([notes.sections[0]?.body, undefined]);
});

it('[D6] a drag changes nothing after Escape, at its start, or with another button', async () => {
  await open();
  const before = titles();
  const handle = handleOf(0);
  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(handle, { clientY: 150 });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.pointerUp(handle);
  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(handle, { clientY: 50 });
  fireEvent.pointerUp(handle);
  fireEvent.pointerDown(handle, { button: 2 });
  fireEvent.pointerMove(handle, { clientY: 150 });
  fireEvent.pointerUp(handle);
  await settled();
  expect(server.saves).toBe(0);
  expect(titles()).toEqual(before);
});

const quoted = () => server.notes.sections.at(-1)?.body ?? '';

it('[D11] adds a quote to notes that were changed meanwhile, and removes it with one click', async () => {
  await open();
  const before = quoted();
  const words = segments[0]!.text;
  await press('Quote line 1 in notes');
  fireEvent.change(screen.getByLabelText('Section'), {
    target: { value: server.notes.sections.at(-1)?.key },
  });
  server.lateReads = 1;
  await press('Add the quote');
  expect(quoted()).toContain(`${before}\n\n> “${words}”`);
  await press('Undo');
  expect(quoted()).toBe(before);
  expect(screen.getByText('Undone.')).toBeTruthy();
});

it('[D11] says why a quote failed, and keeps the selection', async () => {
  await open();
  await press('Quote line 1 in notes');
  server.isDown = true;
  await press('Add the quote');
  expect(screen.getByText(/The server cannot be reached|can’t reach|offline/iu)).toBeTruthy();
  server.isDown = false;
  await press('Add the quote');
  elsewhere({});
  server.notes = { ...server.notes, sections: notes.sections };
  await press('Undo');
  expect(
    screen.getByText('The quote was changed in the notes in the meantime. Remove it there.'),
  ).toBeTruthy();
});

it('[D7] does not add a quote to a section with unsaved text', async () => {
  await open();
  await press('Edit Summary');
  server.isDown = true;
  write('Mine.');
  await press('Quote line 1 in notes');
  expect(screen.getByText(/^This section has changes in the notes that are not saved yet\./u)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the quote' }).disabled).toBe(true);
});
