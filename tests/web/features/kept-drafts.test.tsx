import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Chapter } from '#contract/analysis-result.ts';
import type { Name } from '#contract/names.ts';
import type { Notes } from '#contract/notes.ts';
import { keysOfUser } from '#contract/stored.ts';
import type { WorldThread } from '#contract/world.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { campaign, session, world } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { openDialogs } from '#tests/web/paths/run-flow.ts';
import { AppProvider } from '#web/app/providers.tsx';
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
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { useWorldReview } from '#web/flows/world-review/use-world-review.ts';
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
afterEach(() => {
  cleanup();
  app.stop();
});

const answer = (async (url: string) => {
  const path = new URL(url, 'http://test').pathname;
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
    { clock: new SimulatedClock() },
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
  },
  {
    what: 'a new campaign',
    content: () => <NewCampaignDialog busy={false} failure={null} onCreate={done} onClose={done} />,
    label: 'Description (optional)',
    discards: 'Cancel',
  },
  { what: 'an answer of the game master', content: () => <Questions />, label: 'What did they decide?' },
  {
    what: 'three sentences about a chapter',
    content: () => <Words />,
    opens: ['Write three sentences about this chapter'],
    reopens: [],
    label: 'Your three sentences about this chapter',
    discards: 'Cancel',
  },
  {
    what: 'the title of a chapter',
    content: () => <Title />,
    opens: ['Chapter 1'],
    reopens: [],
    label: 'Title of chapter 1',
    discards: 'Cancel',
  },
  {
    what: 'a name in the glossary',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Edit Orla'],
    label: 'Note (optional)',
    discards: 'Cancel',
  },
  {
    what: 'a new name in the glossary',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Add a name'],
    label: 'Note (optional)',
    discards: 'Cancel',
  },
  {
    what: 'a list of names',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Paste a list'],
    label: 'Names, one per line',
    discards: 'Cancel',
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

it.each(cases)('[D6] $what is there after a reload until it is discarded', async (form) => {
  const { content, opens = [], reopens = opens, label, discards } = form;
  await loadEveryView();
  const storage = new MemoryStorage();
  const open = async (names: readonly string[]) => {
    for (const name of names) {
      const found = [
        ...screen.queryAllByRole('menuitem', { name }),
        ...screen.queryAllByRole('button', { name }),
      ];
      await userEvent.click(found[0]!);
    }
    return screen.findByLabelText<HTMLInputElement>(label);
  };
  const leave = () => {
    cleanup();
    app.stop();
  };
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
