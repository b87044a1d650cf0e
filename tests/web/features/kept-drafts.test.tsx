import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Chapter } from '#contract/analysis-result.ts';
import type { Name } from '#contract/names.ts';
import type { Notes, NotesSection } from '#contract/notes.ts';
import type { Mark } from '#contract/sessions.ts';
import { keysOfUser } from '#contract/stored.ts';
import { storedDraft } from '#contract/stored-forms.ts';
import type { WorldThread } from '#contract/world.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { campaign, session, world } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { openDialogs } from '#tests/web/paths/run-flow.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { CampaignArea } from '#web/features/campaign/campaign-area.tsx';
import { ChapterTitle } from '#web/features/campaign/evening/chapter-title.tsx';
import { OwnWords } from '#web/features/campaign/evening/own-words.tsx';
import { ThreeQuestions } from '#web/features/campaign/evening/three-questions.tsx';
import { YourMarks } from '#web/features/campaign/marks/your-marks.tsx';
import { GlossaryDialog } from '#web/features/campaign/names/glossary-dialog.tsx';
import { CampaignOverview } from '#web/features/campaign/overview/campaign-overview.tsx';
import { NewCampaignDialog } from '#web/features/campaign/overview/new-campaign-dialog.tsx';
import { SessionHeader } from '#web/features/campaign/session/session-header.tsx';
import { InWorldDate } from '#web/features/campaign/timeline/in-world-date.tsx';
import '#web/features/campaign/world/world-threads.tsx';
import { WorldView } from '#web/features/campaign/world/world-view.tsx';
import { ModalHost } from '#web/features/shell/modal-host.tsx';
import { useFixName } from '#web/flows/name-correction/use-name-correction.ts';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { useWorldReview } from '#web/flows/world-review/use-world-review.ts';
import { useChangeMarks, useSession } from '#web/hooks/data-hooks.ts';
import { useEveningCalls } from '#web/hooks/evening-hooks.ts';
import { loadEveryView } from '#web/hooks/late-view.tsx';

const [known] = authFlow.outcomes.checkSession;
const user = known.type === 'done' ? known.output.user : null;
const userId = user?.userId ?? '';
const [allura] = world.entries;

const orla: Name = {
  id: '01900000-0000-7000-8000-00000000d001',
  term: 'Orla',
  kind: 'npc',
  aliases: [],
  heardAs: [],
  note: '',
  locked: false,
  source: 'user',
  revision: 1,
  createdAt: campaign.createdAt,
  updatedAt: campaign.createdAt,
};
const thread: WorldThread = {
  key: 'c'.repeat(32),
  kind: 'promise',
  text: 'We owe the ferryman a boat.',
  state: 'open',
  opened: null,
  touched: null,
  silentFor: 0,
  edit: null,
  revision: 0,
};
const notes: Notes = { sessionId: session.id, sections: [], revision: 1, updatedAt: session.createdAt };
const times = { startMs: 0, endMs: 60_000 };
const chapter: Chapter = {
  ...times,
  evidence: { segmentIds: ['s1'], ...times },
  title: null,
  ownTitle: null,
  place: null,
  names: [],
};

let app: ComposedApp;
let clock: SimulatedClock;
afterEach(() => {
  cleanup();
  app.stop();
});

type Server = (path: string, request: RequestInit) => Response | null | Promise<Response | null>;
/** Of the test that runs; null where the server of all of them answers. */
let server: Server = () => null;
beforeEach(() => {
  server = () => null;
});

const answer = (async (url: string, request: RequestInit = {}) => {
  const path = new URL(url, 'http://test').pathname;
  const own = await server(path, request);
  if (own !== null) return own;
  if (path === '/check-session') return Response.json(user);
  if (path.endsWith('/corrections')) return Response.json({ corrections: [] });
  if (path.endsWith('/names')) return Response.json({ names: [orla], nextCursor: null });
  if (path.endsWith('/threads')) return Response.json({ threads: [thread] });
  if (path.endsWith(`/world/${allura?.key}`))
    return Response.json({ entry: allura, together: [], quotes: [], mentions: [], hasMore: false });
  if (path.endsWith('/world')) return Response.json({ ...world, suggestions: [] });
  return Response.json({ error: { code: 'notFound', message: 'Refused.' } }, { status: 404 });
}) as typeof fetch;

/** A new page on what the browser has stored. */
async function show(storage: Storage, content: ReactNode) {
  openDialogs();
  clock = new SimulatedClock();
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
  await act(settle);
  render(<AppProvider app={app}>{content}</AppProvider>);
  await act(settle);
}

function Title() {
  const last = useRef(null);
  const renaming = () => ({ words: '', save: async () => ({ revision: null, undo: null }) });
  return <ChapterTitle place="chapter" index={0} {...{ chapter, renaming, last }} />;
}
const Questions = () => (
  <ThreeQuestions notes={notes} calls={useEveningCalls(session.id, 'a1')} beside={null} />
);
const Words = () => (
  <OwnWords
    place="own-words"
    chapter={0}
    title="The bell"
    sections={[]}
    calls={useEveningCalls(session.id, 'a1')}
  >
    {null}
  </OwnWords>
);
const Dated = () => (
  <InWorldDate
    campaignId={campaign.id}
    timeline={{ sessions: [], scenes: [], road: [] } as never}
    dated={{ key: 'd'.repeat(32), revision: 0, edit: null, of: null as never, dates: [] }}
    title="The ferry"
    review={useWorldReview({ save: async () => [], refresh: async () => {} } as never)}
  />
);
const done = async () => undefined;

interface Case {
  what: string;
  content: () => ReactNode;
  /** The buttons that open the form, where it is not open by itself, and where it opens by itself once something is kept. */
  opens?: readonly string[];
  reopens?: readonly string[];
  label: string;
  discards?: string;
  /** The button that saves it, where the record is not what ends the draft. */
  saves?: string;
}

const cases: readonly Case[] = [
  {
    what: 'the title of a session',
    content: () => (
      <SessionHeader session={session} items={[]} state={null} onReload={done} onDelete={done} />
    ),
    opens: ['Session settings', 'Edit title and date'],
    label: 'Title',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'the settings of a campaign',
    content: () => (
      <CampaignOverview
        campaign={campaign}
        sessions={[]}
        creating={false}
        onReload={done}
        onNewSession={done}
        onDelete={done}
      />
    ),
    opens: ['Campaign settings', 'Edit settings'],
    label: 'Description (optional)',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'a new campaign',
    content: () => <NewCampaignDialog busy={false} failure={null} onCreate={done} onClose={done} />,
    label: 'Description (optional)',
    discards: 'Cancel',
  },
  {
    what: 'an answer of the game master',
    content: () => <Questions />,
    label: 'What did they decide?',
    saves: 'Save your answers',
  },
  {
    what: 'three sentences about a chapter',
    content: () => <Words />,
    opens: ['Write three sentences about this chapter'],
    reopens: [],
    label: 'Your three sentences about this chapter',
    discards: 'Cancel',
    saves: 'Save in your notes',
  },
  {
    what: 'the title of a chapter',
    content: () => <Title />,
    opens: ['Chapter 1'],
    reopens: [],
    label: 'Title of chapter 1',
    discards: 'Cancel',
    saves: 'Rename',
  },
  {
    what: 'a name in the glossary',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Edit Orla'],
    label: 'Note (optional)',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'a new name in the glossary',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Add a name'],
    label: 'Name',
    discards: 'Cancel',
    saves: 'Add the name',
  },
  {
    what: 'a list of names',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Paste a list'],
    label: 'Names, one per line',
    discards: 'Cancel',
    saves: 'Add these names',
  },
  {
    what: 'the note of an entry of the world',
    content: () => <WorldView campaign={campaign} place={allura?.key ?? ''} />,
    label: 'Note',
  },
  {
    what: 'a new thread',
    content: () => <WorldView campaign={campaign} place="threads" />,
    label: 'Add a thread',
  },
  {
    what: 'the words of a thread',
    content: () => <WorldView campaign={campaign} place="threads" />,
    opens: [`Edit ${thread.text}`],
    reopens: [],
    label: 'Words of the thread',
    discards: 'Cancel',
  },
  {
    what: 'an in-world date',
    content: () => <Dated />,
    opens: ['Set the date of The ferry'],
    reopens: [],
    label: 'In-world date of The ferry',
    discards: 'Cancel',
  },
  {
    what: 'the word for a mark',
    content: () => (
      <YourMarks
        session={{ ...session, audio: { marks: [{ atMs: 9000, word: '' }], deletedAt: null } } as never}
      />
    ),
    label: 'Word for mark 1',
  },
];

const leave = () => {
  cleanup();
  app.stop();
};
async function openForm(names: readonly string[], label: string) {
  for (const name of names) {
    const found = [
      ...screen.queryAllByRole('menuitem', { name }),
      ...screen.queryAllByRole('button', { name }),
    ];
    await userEvent.click(found[0]!);
  }
  return screen.findByLabelText<HTMLInputElement>(label);
}

it.each(cases)('[D6] $what is there after a reload until it is discarded', async (form) => {
  const { content, opens = [], reopens = opens, label, discards } = form;
  await loadEveryView();
  const storage = new MemoryStorage();
  const open = (names: readonly string[]) => openForm(names, label);
  await show(storage, content());
  const field = await open(opens);
  const before = field.value;
  await userEvent.type(field, 'An owl');
  leave();
  expect(keysOfUser(storage, userId)).toHaveLength(1);

  await show(storage, content());
  expect((await open(reopens)).value).toBe(`${before}An owl`);
  if (discards === undefined) return;
  await userEvent.click(screen.getByRole('button', { name: discards }));
  leave();
  expect(keysOfUser(storage, userId)).toEqual([]);

  await show(storage, content());
  expect((await open(opens)).value).toBe(before);
});

it.each(cases.filter(({ saves }) => saves !== undefined))(
  '[D6] $what is not on the device any more once it is saved',
  async ({ content, opens = [], label, saves = '' }) => {
    server = (path, { method = 'GET' }) => {
      if (path.includes('/notes')) return Response.json({ ...notes, revision: method === 'GET' ? 1 : 2 });
      if (method === 'GET') return null;
      if (path.endsWith('/import')) return Response.json({ added: [], skipped: [] });
      if (path.includes('/names')) return Response.json(orla, { status: method === 'POST' ? 201 : 200 });
      if (path.endsWith(session.id)) return Response.json({ ...session, revision: 2 });
      return path.endsWith(campaign.id) ? Response.json({ ...campaign, revision: 2 }) : null;
    };
    await loadEveryView();
    const storage = new MemoryStorage();
    await show(storage, content());
    await userEvent.type(await openForm(opens, label), 'An owl');
    expect(keysOfUser(storage, userId)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: saves }));
    await vi.waitFor(() => expect(keysOfUser(storage, userId)).toEqual([]));
  },
);

it('[D6] a browser that is full keeps no older text', async () => {
  const storage = new MemoryStorage();
  keepIn(storage, 'own-words', { body: 'We met', before: '' });
  await show(storage, <Words />);
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await userEvent.type(fieldOf('Your three sentences about this chapter'), ' Sella.');
  expect(keysOfUser(storage, userId)).toEqual([]);
});

it('[D6] the words of a thread stay in their form when the server refuses them', async () => {
  await show(new MemoryStorage(), <WorldView campaign={campaign} place="threads" />);
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${thread.text}` }));
  await userEvent.type(screen.getByLabelText('Words of the thread'), ' An owl');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Refused.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Words of the thread').value).toBe(`${thread.text} An owl`);
});

it('[D6] a draft follows what was changed elsewhere, except for what is written, and ends once the record says the same', async () => {
  const storage = new MemoryStorage();
  await show(storage, null);
  const { result, rerender } = renderHook(
    (saved: { name: string; note: string }) => useKeptDraft('orla', saved),
    {
      initialProps: { name: 'Orla', note: '' },
      wrapper: ({ children }) => <AppProvider app={app}>{children}</AppProvider>,
    },
  );
  act(() => result.current.write({ note: 'The smith. ' }));
  rerender({ name: 'Orla Finch', note: '' });
  expect(result.current).toMatchObject({
    fields: { name: 'Orla Finch', note: 'The smith. ' },
    isKept: true,
    isStale: false,
  });
  rerender({ name: 'Orla Finch', note: 'The miller.' });
  expect(result.current).toMatchObject({ fields: { note: 'The smith. ' }, isStale: true });
  rerender({ name: 'Orla Finch', note: 'The smith.' });
  expect(result.current.isKept).toBe(false);
  expect(keysOfUser(storage, userId)).toEqual([]);
  // An undo of it brings the draft not back.
  rerender({ name: 'Orla Finch', note: 'The miller.' });
  expect(result.current).toMatchObject({ fields: { note: 'The miller.' }, isKept: false });
});

/** What the browser kept of a form. */
function keepIn(storage: Storage, place: string, written: object, from: object = {}) {
  storage.setItem(storedDraft(userId, place).key, JSON.stringify({ written, from }));
}
const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('[D6] a draft of what the record says is none, and does not come back once the record says something else', async () => {
  const storage = new MemoryStorage();
  await show(storage, null);
  keepIn(storage, 'orla', { name: ' Orla ' }, { name: 'Orl' });
  const { result, rerender } = renderHook((saved: { name: string }) => useKeptDraft('orla', saved), {
    initialProps: { name: 'Orla' },
    wrapper: ({ children }) => <AppProvider app={app}>{children}</AppProvider>,
  });
  expect(keysOfUser(storage, userId)).toEqual([]);
  rerender({ name: 'Orla Finch' });
  expect(result.current).toMatchObject({ fields: { name: 'Orla Finch' }, isKept: false });
  act(() => result.current.write({ name: 'Orla' }));
  act(() => result.current.write({ name: 'Orla Finch ' }));
  expect(result.current.fields.name).toBe('Orla Finch ');
  rerender({ name: 'Orla Marsh' });
  expect(result.current).toMatchObject({ fields: { name: 'Orla Marsh' }, isKept: false });
});

/** A server of the marks of a session; `refuses` once. */
function marksServer(marks: readonly Mark[]) {
  const state = { marks, sent: [] as (readonly Mark[])[], hold: Promise.resolve(), refuses: false };
  server = async (path, { method = 'GET', body }) => {
    if (method === 'PUT' && path.endsWith('/marks')) {
      state.sent.push(JSON.parse(String(body)).marks);
      await state.hold;
      if (state.refuses) return null;
      state.marks = state.sent.at(-1) ?? [];
      return Response.json({ marks: state.marks });
    }
    return path.endsWith(`/sessions/${session.id}`)
      ? Response.json({ ...session, audio: { ...session.audio, marks: state.marks } })
      : null;
  };
  return state;
}
const Marked = () => {
  const { data } = useSession(session.id);
  return data === undefined ? null : <YourMarks session={data} />;
};
const blank = { atMs: 60_000, word: '' };

it('[D6] saves only the word whose field is left, and shows what another device wrote before it is replaced', async () => {
  const wolf = { atMs: 9000, word: 'wolf, from the phone' };
  const { sent } = marksServer([wolf, blank]);
  const storage = new MemoryStorage();
  keepIn(storage, `marks ${session.id}`, { 9000: 'owl' }, { 9000: '' });
  await show(storage, <Marked />);
  expect((await screen.findByLabelText<HTMLInputElement>('Word for mark 1')).value).toBe('owl');
  expect(screen.getByText(`Not saved: elsewhere it was changed to “${wolf.word}”.`)).toBeTruthy();
  await userEvent.type(fieldOf('Word for mark 2'), 'fox{Enter}');
  await vi.waitFor(() => expect(sent).toEqual([[wolf, { ...blank, word: 'fox' }]]));
  await userEvent.type(fieldOf('Word for mark 1'), ' two{Enter}');
  expect(sent).toHaveLength(1);
  await press('Use that version');
  expect(fieldOf('Word for mark 1').value).toBe(wolf.word);
  expect(keysOfUser(storage, userId)).toEqual([]);
});

it('[D6] the word of a mark stays on the device until the server has it', async () => {
  const state = marksServer([blank]);
  let go = () => {};
  state.hold = new Promise((resolve) => {
    go = resolve;
  });
  state.refuses = true;
  const storage = new MemoryStorage();
  await show(storage, <Marked />);
  await userEvent.type(await screen.findByLabelText('Word for mark 1'), 'fox{Enter}');
  await vi.waitFor(() => expect(state.sent).toHaveLength(1));
  expect(keysOfUser(storage, userId)).toHaveLength(1);
  await act(async () => go());
  expect(await screen.findByText('Refused.')).toBeTruthy();
  expect(fieldOf('Word for mark 1').value).toBe('fox');
  expect(keysOfUser(storage, userId)).toHaveLength(1);
  state.refuses = false;
  await press('Try again');
  expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  await vi.waitFor(() => expect(keysOfUser(storage, userId)).toEqual([]));
});

it('[D6] a word goes to the marks as the server has them: what another device wrote since stays', async () => {
  const state = marksServer([blank]);
  await show(new MemoryStorage(), <Marked />);
  const field = await screen.findByLabelText('Word for mark 1');
  const wolf = { atMs: 9000, word: 'wolf, from the phone' };
  state.marks = [wolf, blank];
  await userEvent.type(field, 'fox{Enter}');
  await vi.waitFor(() => expect(state.sent).toEqual([[wolf, { ...blank, word: 'fox' }]]));
  expect((await screen.findByLabelText<HTMLInputElement>('Word for mark 2')).value).toBe('fox');
  expect(fieldOf('Word for mark 1').value).toBe(wolf.word);
});

it('[D6] marks that the page does not know are not erased, and no marks are sent without a recording', async () => {
  const { sent } = marksServer([blank]);
  await show(new MemoryStorage(), null);
  const { result } = renderHook(() => useChangeMarks(session), {
    wrapper: ({ children }) => <AppProvider app={app}>{children}</AppProvider>,
  });
  const change = { to: (marks: readonly Mark[]) => marks, isWord: true };
  await act(() => result.current.mutateAsync(change));
  expect(sent).toEqual([[blank]]);
  server = () => Response.json({ ...session, audio: null });
  await act(() => expect(result.current.mutateAsync(change)).rejects.toThrow('recording'));
});

it('[D6] a word that is written on while it is saved comes from what was sent, also after a reload', async () => {
  const state = marksServer([blank]);
  let go = () => {};
  state.hold = new Promise((resolve) => {
    go = resolve;
  });
  const storage = new MemoryStorage();
  await show(storage, <Marked />);
  await userEvent.type(await screen.findByLabelText('Word for mark 1'), 'goblin{Enter}');
  await vi.waitFor(() => expect(state.sent).toHaveLength(1));
  await userEvent.type(fieldOf('Word for mark 1'), ' king');
  await act(async () => go());
  expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  expect(await screen.findByText('Not saved yet: press Enter in the field.')).toBeTruthy();
  expect(screen.queryByText(/elsewhere/u)).toBeNull();
  leave();

  await show(storage, <Marked />);
  await userEvent.type(await screen.findByLabelText('Word for mark 1'), '{Enter}');
  await vi.waitFor(() => expect(state.marks).toEqual([{ ...blank, word: 'goblin king' }]));
  await vi.waitFor(() => expect(keysOfUser(storage, userId)).toEqual([]));
});

it('[D6] undoing a removal brings back the word that was written just before it', async () => {
  const state = marksServer([{ ...blank, word: 'wolf' }]);
  await show(new MemoryStorage(), <Marked />);
  await userEvent.type(await screen.findByLabelText('Word for mark 1'), ' and owl');
  await press('Remove mark 1');
  expect(await screen.findByText('The mark at 1:00 was removed.')).toBeTruthy();
  expect(state.marks).toEqual([]);
  await press('Undo');
  await vi.waitFor(() => expect(state.marks).toEqual([{ ...blank, word: 'wolf and owl' }]));
});

it('[D6] what is written on after a thread was added without an answer stays in the form', async () => {
  const storage = new MemoryStorage();
  const key = 'e'.repeat(32);
  keepIn(storage, `thread ${campaign.id}`, { key, text: 'The ferryman and his boat' }, { key: '', text: '' });
  let added: WorldThread = { ...thread, key, text: 'The ferryman' };
  server = (path) => (path.endsWith('/threads') ? Response.json({ threads: [thread, added] }) : null);
  await loadEveryView();
  await show(storage, <WorldView campaign={campaign} place="threads" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Add a thread')).value).toBe(
    'The ferryman and his boat',
  );
  expect(keysOfUser(storage, userId)).toHaveLength(1);
  const kept = storage.getItem(keysOfUser(storage, userId)[0] ?? '') ?? '';
  expect(kept).not.toContain(key);
  leave();

  added = { ...added, key: JSON.parse(kept).written.key, text: 'The ferryman and his boat' };
  await show(storage, <WorldView campaign={campaign} place="threads" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Add a thread')).value).toBe('');
  expect(keysOfUser(storage, userId)).toEqual([]);
});

const sectionOf = (key: string, body: string): NotesSection => ({
  ...{ key, title: key, body, visibility: 'gm', source: 'user', lines: [] },
});

it('[D6] the other version of one answer replaces no other answer on the device', async () => {
  server = (path) =>
    path.endsWith('/notes')
      ? Response.json({ ...notes, sections: [sectionOf('openThreads', 'The key.')], revision: 2 })
      : null;
  const storage = new MemoryStorage();
  await show(storage, <Questions />);
  await userEvent.type(screen.getByLabelText('What did they decide?'), 'To leave.');
  await userEvent.type(screen.getByLabelText('What is still open?'), 'The bell.');
  await press('Save your answers');
  expect(await screen.findByText(/now says “The key\.”/u)).toBeTruthy();
  await press('Use that version');
  leave();
  await show(storage, <Questions />);
  expect(fieldOf('What did they decide?').value).toBe('To leave.');
});

it.each([
  { place: 'own-words', written: { body: 'We met Sella. ', before: '' }, content: 'own words' },
  { place: 'chapter', written: { title: 'The ferry ', before: '' }, content: 'title' },
  {
    place: `answers ${session.id}`,
    written: { decided: 'To leave. ', 'before-decided': '' },
    content: 'answers',
  },
])(
  '[D6] $content that the server has, although it did not answer, is no draft on the next page',
  async (kept) => {
    const sections = [sectionOf('own-chapter-1', 'We met Sella.'), sectionOf('decisions', 'To leave.')];
    const Saved = () => {
      const calls = useEveningCalls(session.id, 'a1');
      const last = useRef(null);
      const ownTitle = 'The ferry';
      const renaming = () => ({ words: '', save: async () => ({ revision: null, undo: null }) });
      return (
        <>
          <OwnWords place="own-words" chapter={0} title="" sections={sections} calls={calls}>
            {null}
          </OwnWords>
          <ChapterTitle
            place="chapter"
            index={0}
            chapter={{ ...chapter, ownTitle }}
            {...{ renaming, last }}
          />
          <ThreeQuestions notes={{ ...notes, sections }} calls={calls} beside={null} />
        </>
      );
    };
    const storage = new MemoryStorage();
    keepIn(storage, kept.place, kept.written);
    await show(storage, <Saved />);
    expect(keysOfUser(storage, userId)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Edit what you wrote' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '1. The ferry' })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save your answers' }).disabled).toBe(true);
  },
);

it('[D6] a kept title is shown beside a newer one before it replaces it, and takes no focus', async () => {
  const storage = new MemoryStorage();
  keepIn(storage, 'chapter', { title: 'The ferry', before: 'The inn' });
  const save = vi.fn(async () => ({ revision: null, undo: null }));
  const Renamed = () => {
    const last = useRef(null);
    const renaming = (title: string | null) => ({ words: `Called ${title}.`, save });
    const named = { ...chapter, ownTitle: 'The drowned chapel' };
    return <ChapterTitle place="chapter" index={0} chapter={named} {...{ renaming, last }} />;
  };
  await show(storage, <Renamed />);
  expect(fieldOf('Title of chapter 1').value).toBe('The ferry');
  expect(document.activeElement).toBe(document.body);
  await press('Rename');
  expect(await screen.findByText(/It is called “The drowned chapel” now/u)).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  clock.increment(2_000);
  await press('Save mine');
  expect(await screen.findByText('Called The ferry.')).toBeTruthy();
  expect(keysOfUser(storage, userId)).toEqual([]);
});

it('[D6] three sentences that were kept neither take the focus nor scroll', async () => {
  const storage = new MemoryStorage();
  keepIn(storage, 'own-words', { body: 'We met Sella.', before: '' });
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  await show(storage, <div className="chapter">{<Words />}</div>);
  expect(fieldOf('Your three sentences about this chapter').value).toBe('We met Sella.');
  expect(document.activeElement).toBe(document.body);
  expect(scroll).not.toHaveBeenCalled();
});

it('[D6] the line of a thread stays open while it is written on, also with what the record says', async () => {
  await loadEveryView();
  await show(new MemoryStorage(), <WorldView campaign={campaign} place="threads" />);
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${thread.text}` }));
  await userEvent.type(screen.getByLabelText('Words of the thread'), '!');
  await press('Save');
  expect(await screen.findByText('Refused.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Words of the thread'), '{Backspace}');
  expect(fieldOf('Words of the thread').value).toBe(thread.text);
});

it('[D6] a date that was heard can be cleared in its line', async () => {
  const save = vi.fn(async () => []);
  const heard = { text: 'the third of May', kind: 'date', from: 'notes', place: null } as const;
  const Heard = () => (
    <InWorldDate
      campaignId={campaign.id}
      timeline={{ sessions: [], scenes: [], road: [] } as never}
      dated={{ key: 'd'.repeat(32), revision: 0, edit: null, of: null as never, dates: [heard] }}
      title="The ferry"
      review={useWorldReview({ save, refresh: async () => {} } as never)}
    />
  );
  await show(new MemoryStorage(), <Heard />);
  await press('Set the date of The ferry');
  await userEvent.clear(screen.getByLabelText('In-world date of The ferry'));
  await press('Save');
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
});

it('[D6] a new campaign is kept until the server has it, also when the form is left meanwhile', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  let respond = (_: Response) => {};
  server = (path, { method = 'GET' }) => {
    if (!path.endsWith('/campaigns')) return null;
    if (method === 'GET') return Response.json({ campaigns: [], nextCursor: null });
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  };
  const area = <CampaignArea campaignId={null} sessionId={null} analysisId={null} missing={null} />;
  await show(storage, area);
  await userEvent.type(await screen.findByLabelText('Title'), 'The bell');
  await press('Create campaign');
  cleanup();
  expect(keysOfUser(storage, userId).filter((key) => key.includes('.draft.'))).toHaveLength(1);
  await act(async () => respond(Response.json(campaign, { status: 201 })));
  await vi.waitFor(() =>
    expect(keysOfUser(storage, userId).filter((key) => key.includes('.draft.'))).toEqual([]),
  );
});

it('[D6] the names of a correction are found again where the dialog was opened', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  const Fixing = () => {
    const fix = useFixName();
    return (
      <>
        <button type="button" onClick={() => fix(campaign.id, '')}>
          Fix
        </button>
        <ModalHost />
      </>
    );
  };
  await show(storage, <Fixing />);
  await press('Fix');
  await userEvent.type(await screen.findByLabelText('Wrong name'), 'Orlo');
  await press('Find it in all sessions');
  await userEvent.type(screen.getByLabelText('Wrong name'), 'v');
  leave();
  await show(storage, <Fixing />);
  await press('Fix');
  expect((await screen.findByLabelText<HTMLInputElement>('Wrong name')).value).toBe('Orlov');
});
