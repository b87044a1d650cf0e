import { act, cleanup, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { NotesSection } from '#contract/notes.ts';
import type { WorldThread } from '#contract/world.ts';
import {
  endPage,
  fieldOf,
  formPage,
  keepIn,
  keptIn,
  leave,
  OnFormPage,
  openForm,
  press,
  show,
} from '#tests/support/form-page.tsx';
import {
  chapter,
  Dialogs,
  forms,
  instructed,
  notes,
  orla,
  Questions,
  reads,
  saves,
  thread,
  Words,
} from '#tests/support/kept-forms.tsx';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { campaign, session } from '#tests/support/web-fixtures.ts';
import { forgetHere, keptHereOnly } from '#web/effects/form-drafts.ts';
import { CampaignArea } from '#web/features/campaign/campaign-area.tsx';
import { ChapterTitle } from '#web/features/campaign/evening/chapter-title.tsx';
import { OwnWords } from '#web/features/campaign/evening/own-words.tsx';
import { ThreeQuestions } from '#web/features/campaign/evening/three-questions.tsx';
import { IncomingRecordingCard } from '#web/features/campaign/incoming/incoming-recording-card.tsx';
import { InWorldDate } from '#web/features/campaign/timeline/in-world-date.tsx';
import { WorldView } from '#web/features/campaign/world/world-view.tsx';
import { ModalHost } from '#web/features/shell/modal-host.tsx';
import { useDeletion } from '#web/flows/deletion/use-deletion.ts';
import { useFixName } from '#web/flows/name-correction/use-name-correction.ts';
import { useWorldReview } from '#web/flows/world-review/use-world-review.ts';
import { useEveningCalls } from '#web/hooks/evening-hooks.ts';
import { loadEveryView } from '#web/hooks/late-view.tsx';

vi.mock('#web/flows/incoming-recording/use-incoming-recording.ts', () => ({
  useIncomingRecording: () => ({
    step: 'offered',
    incoming: { key: '1', names: ['evening.m4a'], sizeBytes: 9000, isAudio: true, intended: null },
    place: null,
    failure: null,
    problem: null,
    choose: () => {},
    discard: () => {},
  }),
}));

formPage.others = reads;
afterEach(endPage);

it.each(forms)('[D6] $what is there after a reload until it is discarded', async (form) => {
  const { content, opens = [], reopens = opens, label, discards } = form;
  await loadEveryView();
  const storage = new MemoryStorage();
  const open = (names: readonly string[]) => openForm(names, label);
  await show(storage, content());
  const field = await open(opens);
  const before = field.value;
  await userEvent.type(field, 'An owl');
  leave();
  expect(keptIn(storage)).toHaveLength(1);

  await show(storage, content());
  expect((await open(reopens)).value).toBe(`${before}An owl`);
  if (discards === undefined) return;
  await userEvent.click(screen.getByRole('button', { name: discards }));
  leave();
  expect(keptIn(storage)).toEqual([]);

  await show(storage, content());
  expect((await open(opens)).value).toBe(before);
});

it.each(forms.filter(({ saves: by }) => by !== undefined))(
  '[D6] $what is not on the device any more once it is saved',
  async ({ content, opens = [], label, saves: by = '' }) => {
    formPage.server = saves;
    await loadEveryView();
    const storage = new MemoryStorage();
    await show(storage, content());
    await userEvent.type(await openForm(opens, label), 'An owl');
    expect(keptIn(storage)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: by }));
    await vi.waitFor(() => expect(keptIn(storage)).toEqual([]));
  },
);

it.each(forms)('[D6] $what says in one line that a browser which is full keeps nothing', async (form) => {
  const { content, opens = [], label } = form;
  await loadEveryView();
  const storage = new MemoryStorage();
  await show(storage, content());
  const field = await openForm(opens, label);
  await userEvent.type(field, 'An owl');
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await userEvent.type(field, ' and a fox');
  expect(keptIn(storage)).toEqual([]);
  expect(screen.getAllByText(/^This browser is full:/u)).toHaveLength(1);
});

it.each([
  { opens: 'Feedback', label: 'Your comment' },
  { opens: 'Ask for a change', label: 'What should be different?' },
])(
  '[D6] a full browser has the words of $opens until its page is left or its user is signed out',
  async ({ opens, label }) => {
    await loadEveryView();
    const storage = new MemoryStorage();
    vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const words = async () => (await openForm([opens], label)).value;
    await show(storage, <Dialogs />);
    await userEvent.type(await openForm([opens], label), 'An owl');
    await press('Close');
    expect(await words()).toBe('An owl');
    expect(screen.getByText(keptHereOnly)).toBeTruthy();
    await press('Close');
    forgetHere(storage);
    expect(await words()).toBe('');
  },
);

it('[D6] a full browser has an instruction in its field again once it is stopped', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  let asked: string | null = null;
  formPage.server = (path, { method = 'GET' }) => {
    if (!path.endsWith('/instruction')) return null;
    if (method !== 'GET') asked = method === 'POST' ? 'An owl' : null;
    return Response.json(instructed(asked), { status: method === 'POST' ? 202 : 200 });
  };
  await show(storage, <Dialogs />);
  const label = 'What should be different?';
  await userEvent.type(await openForm(['Ask for a change'], label), 'An owl');
  await press('Propose changes');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>(label)).value).toBe('An owl');
});

it.each([
  { meanwhile: 'the form is closed', comment: 'An owl', left: 0 },
  { meanwhile: 'another tab writes something else', comment: 'A fox', left: 1 },
])('[D6] feedback that the server has is no draft, also if $meanwhile', async ({ comment, left }) => {
  await loadEveryView();
  const storage = new MemoryStorage();
  let respond = (_: Response) => {};
  formPage.server = (path) =>
    path === '/feedback'
      ? new Promise<Response>((resolve) => {
          respond = resolve;
        })
      : null;
  await show(storage, <Dialogs />);
  await userEvent.type(await openForm(['Feedback'], 'Your comment'), 'An owl');
  await press('Send feedback');
  await press('Close');
  keepIn(storage, 'feedback', { comment });
  await act(async () => respond(Response.json({ feedbackId: orla.id }, { status: 201 })));
  await vi.waitFor(() => expect(keptIn(storage)).toHaveLength(left));
  expect((await openForm(['Feedback'], 'Your comment')).value).toBe(left === 0 ? '' : comment);
});

it('[D6] the campaign for a shared recording is there after a reload until it is created', async () => {
  const storage = new MemoryStorage();
  const field = () => screen.getByLabelText<HTMLInputElement>('Name of the new campaign');
  await show(storage, <IncomingRecordingCard />);
  await userEvent.type(field(), 'The bell');
  await userEvent.click(screen.getByRole('button', { name: 'Add to a new session' }));
  leave();
  await show(storage, <IncomingRecordingCard />);
  expect(field().value).toBe('The bell');
});

it('[D6] what was written about a record goes with it, and what was written about others stays', async () => {
  const storage = new MemoryStorage();
  await show(storage, null);
  const remove = vi.fn(async () => {});
  const { result } = renderHook(() => useDeletion(remove, [session.id]), { wrapper: OnFormPage });
  keepIn(storage, `marks ${session.id}`, { 9000: 'owl' });
  keepIn(storage, `own-words ${session.id} 1`, { body: 'We met.' });
  keepIn(storage, `campaign ${campaign.id}`, { title: 'The bell' });
  act(() => result.current.request());
  expect(keptIn(storage)).toHaveLength(3);
  await act(async () => result.current.confirm());
  expect(remove).toHaveBeenCalledOnce();
  expect(keptIn(storage)).toEqual([expect.stringContaining(campaign.id)]);
});

it('[D6] the words of a thread stay in their form when the server refuses them', async () => {
  await show(new MemoryStorage(), <WorldView campaign={campaign} place="threads" />);
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${thread.text}` }));
  await userEvent.type(screen.getByLabelText('Words of the thread'), ' An owl');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Refused.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Words of the thread').value).toBe(`${thread.text} An owl`);
});

it('[D6] what is written on after a thread was added without an answer stays in the form', async () => {
  const storage = new MemoryStorage();
  const key = 'e'.repeat(32);
  keepIn(storage, `thread ${campaign.id}`, { key, text: 'The ferryman and his boat' }, { key: '', text: '' });
  let added: WorldThread = { ...thread, key, text: 'The ferryman' };
  formPage.server = (path) =>
    path.endsWith('/threads') ? Response.json({ threads: [thread, added] }) : null;
  await loadEveryView();
  await show(storage, <WorldView campaign={campaign} place="threads" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Add a thread')).value).toBe(
    'The ferryman and his boat',
  );
  expect(keptIn(storage)).toHaveLength(1);
  const kept = storage.getItem(keptIn(storage)[0] ?? '') ?? '';
  expect(kept).not.toContain(key);
  leave();

  added = { ...added, key: JSON.parse(kept).written.key, text: 'The ferryman and his boat' };
  await show(storage, <WorldView campaign={campaign} place="threads" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Add a thread')).value).toBe('');
  expect(keptIn(storage)).toEqual([]);
});

const sectionOf = (key: string, body: string): NotesSection => ({
  ...{ key, title: key, body, visibility: 'gm', source: 'user', lines: [] },
});

it('[D6] the other version of one answer replaces no other answer on the device', async () => {
  formPage.server = (path) =>
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
    expect(keptIn(storage)).toEqual([]);
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
  formPage.clock.increment(2_000);
  await press('Save mine');
  expect(await screen.findByText('Called The ferry.')).toBeTruthy();
  expect(keptIn(storage)).toEqual([]);
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
  formPage.server = (path, { method = 'GET' }) => {
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
  expect(keptIn(storage).filter((key) => key.includes('.draft.'))).toHaveLength(1);
  await act(async () => respond(Response.json(campaign, { status: 201 })));
  await vi.waitFor(() => expect(keptIn(storage).filter((key) => key.includes('.draft.'))).toEqual([]));
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

it('[D6] [D18] a change that is asked for is no draft once the server has it, and one again once it is cancelled', async () => {
  await loadEveryView();
  const storage = new MemoryStorage();
  let asked: string | null = null;
  formPage.server = (path, { method = 'GET' }) => {
    if (!path.endsWith('/instruction')) return null;
    if (method !== 'GET') asked = method === 'POST' ? 'An owl' : null;
    return Response.json(instructed(asked), { status: method === 'POST' ? 202 : 200 });
  };
  const label = 'What should be different?';
  const open = () => openForm(['Ask for a change'], label);
  await show(storage, <Dialogs />);
  await userEvent.type(await open(), 'An owl');
  await press('Propose changes');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>(label)).value).toBe('An owl');
  leave();
  await show(storage, <Dialogs />);
  expect((await open()).value).toBe('An owl');
});
