import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mark } from '#contract/sessions.ts';
import {
  endPage,
  fieldOf,
  formPage,
  keepIn,
  keptIn,
  leave,
  OnFormPage,
  press,
  show,
} from '#tests/support/form-page.tsx';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { session } from '#tests/support/web-fixtures.ts';
import { YourMarks } from '#web/features/campaign/marks/your-marks.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { useSession } from '#web/hooks/data-hooks.ts';
import { useChangeMarks } from '#web/hooks/marks-hooks.ts';

afterEach(endPage);

it('[D6] a draft follows what was changed elsewhere, except for what is written, and ends once the record says the same', async () => {
  const storage = new MemoryStorage();
  await show(storage, null);
  const { result, rerender } = renderHook(
    (saved: { name: string; note: string }) => useKeptDraft('orla', saved),
    {
      initialProps: { name: 'Orla', note: '' },
      wrapper: OnFormPage,
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
  expect(keptIn(storage)).toEqual([]);
  // An undo of it brings the draft not back.
  rerender({ name: 'Orla Finch', note: 'The miller.' });
  expect(result.current).toMatchObject({ fields: { note: 'The miller.' }, isKept: false });
});

it('[D6] a draft of what the record says is none, and does not come back once the record says something else', async () => {
  const storage = new MemoryStorage();
  await show(storage, null);
  keepIn(storage, 'orla', { name: ' Orla ' }, { name: 'Orl' });
  const { result, rerender } = renderHook((saved: { name: string }) => useKeptDraft('orla', saved), {
    initialProps: { name: 'Orla' },
    wrapper: OnFormPage,
  });
  expect(keptIn(storage)).toEqual([]);
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
  formPage.server = async (path, { method = 'GET', body }) => {
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
  expect(keptIn(storage)).toEqual([]);
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
  expect(keptIn(storage)).toHaveLength(1);
  await act(async () => go());
  expect(await screen.findByText('Refused.')).toBeTruthy();
  expect(fieldOf('Word for mark 1').value).toBe('fox');
  expect(keptIn(storage)).toHaveLength(1);
  state.refuses = false;
  await press('Try again');
  expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  await vi.waitFor(() => expect(keptIn(storage)).toEqual([]));
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

it('[D6] a word that another device has just written at the same mark is shown before it is replaced', async () => {
  const state = marksServer([blank]);
  await show(new MemoryStorage(), <Marked />);
  const field = await screen.findByLabelText('Word for mark 1');
  const wolf = { ...blank, word: 'wolf, from the phone' };
  state.marks = [wolf];
  await userEvent.type(field, 'fox{Enter}');
  expect(await screen.findByText(`Not saved: elsewhere it was changed to “${wolf.word}”.`)).toBeTruthy();
  expect([state.marks, fieldOf('Word for mark 1').value]).toEqual([[wolf], 'fox']);
  await press('Save mine');
  await vi.waitFor(() => expect(state.marks).toEqual([{ ...blank, word: 'fox' }]));
});

it('[D6] marks that were changed between reading and saving them are read again', async () => {
  const wolf = { atMs: 9000, word: 'wolf' };
  const state = marksServer([blank]);
  const answers = formPage.server;
  let isFirst = true;
  formPage.server = (path, request) => {
    if (request.method !== 'PUT' || !isFirst) return answers(path, request);
    isFirst = false;
    state.marks = [wolf, blank];
    expect(JSON.parse(String(request.body)).read).toEqual([blank]);
    return Response.json({ error: { code: 'staleRevision', message: 'Stale.' } }, { status: 412 });
  };
  await show(new MemoryStorage(), <Marked />);
  await userEvent.type(await screen.findByLabelText('Word for mark 1'), 'fox{Enter}');
  await vi.waitFor(() => expect(state.marks).toEqual([wolf, { ...blank, word: 'fox' }]));
});

it('[D6] marks that the page does not know are not erased, and no marks are sent without a recording', async () => {
  const { sent } = marksServer([blank]);
  await show(new MemoryStorage(), null);
  const { result } = renderHook(() => useChangeMarks(session), {
    wrapper: OnFormPage,
  });
  const change = { to: (marks: readonly Mark[]) => marks, isWord: true };
  await act(() => result.current.mutateAsync(change));
  expect(sent).toEqual([[blank]]);
  formPage.server = () => Response.json({ ...session, audio: null });
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
  await vi.waitFor(() => expect(keptIn(storage)).toEqual([]));
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

/** On a blank mark, 'goblin' is being sent until `go` is called. */
async function whileSaved(storage: Storage) {
  const state = marksServer([blank]);
  let go = () => {};
  state.hold = new Promise((resolve) => {
    go = resolve;
  });
  await show(storage, <Marked />);
  await userEvent.type(await screen.findByLabelText('Word for mark 1'), 'goblin{Enter}');
  await vi.waitFor(() => expect(state.sent).toHaveLength(1));
  return { state, go: () => act(async () => go()) };
}

it('[D6] words that are saved while the first of them is being saved replace it, and the undo brings back the one before', async () => {
  const { state, go } = await whileSaved(new MemoryStorage());
  await userEvent.type(fieldOf('Word for mark 1'), ' king{Enter}');
  await userEvent.type(fieldOf('Word for mark 1'), ' and queen{Enter}');
  await go();
  await vi.waitFor(() => expect(state.marks).toEqual([{ ...blank, word: 'goblin king and queen' }]));
  expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  await press('Undo');
  await vi.waitFor(() => expect(state.marks).toEqual([{ ...blank, word: 'goblin king' }]));
});

it('[D6] a word that is taken back while it is being saved is taken back', async () => {
  const storage = new MemoryStorage();
  const { state, go } = await whileSaved(storage);
  await userEvent.clear(fieldOf('Word for mark 1'));
  expect(keptIn(storage)).toHaveLength(1);
  await go();
  expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  expect(await screen.findByText('Not saved yet: press Enter in the field.')).toBeTruthy();
  await userEvent.type(fieldOf('Word for mark 1'), '{Enter}');
  await vi.waitFor(() => expect(state.marks).toEqual([blank]));
  await vi.waitFor(() => expect(keptIn(storage)).toEqual([]));
  leave();

  const again = await whileSaved(storage);
  await userEvent.clear(fieldOf('Word for mark 1'));
  await userEvent.type(fieldOf('Word for mark 1'), '{Enter}');
  await again.go();
  await vi.waitFor(() => expect(again.state.sent).toEqual([[{ ...blank, word: 'goblin' }], [blank]]));
  await vi.waitFor(() => expect(keptIn(storage)).toEqual([]));
  expect(fieldOf('Word for mark 1').value).toBe('');
});

it('[D6] after a word was refused for one from elsewhere, that one can be taken', async () => {
  const { state, go } = await whileSaved(new MemoryStorage());
  state.refuses = true;
  state.marks = [{ ...blank, word: 'wolf' }];
  await go();
  await userEvent.click(await screen.findByText('Use that version'));
  expect(fieldOf('Word for mark 1').value).toBe('wolf');
  expect(screen.queryByText(/^Not saved/u)).toBeNull();
});

it('[D6] a full browser says so only until the word is saved, and still offers each undo', async () => {
  const storage = new MemoryStorage();
  storage.setItem = () => {
    throw new Error('full');
  };
  const { state, go } = await whileSaved(storage);
  expect(screen.getByText(/^This browser is full/u)).toBeTruthy();
  await go();
  expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText(/^This browser is full/u)).toBeNull());
  await press('Undo');
  await vi.waitFor(() => expect(state.marks).toEqual([blank]));
});
