import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Notes } from '#contract/notes.ts';
import { notes } from '#tests/support/web-fixtures.ts';
import { NotesView } from '#web/features/campaign/notes/notes-view.tsx';

interface Saving {
  revision: number;
  sections: { key: string; body: string }[];
}
interface Callbacks {
  onSuccess: (saved: Notes) => void;
  onError: (error: { code: string; message: string }) => Promise<void>;
}

const mutate = vi.hoisted(() => vi.fn<(saving: Saving, callbacks: Callbacks) => void>());
vi.mock('#web/app/hooks.ts', async () => ({
  ...(await vi.importActual<object>('#web/app/data-hooks.ts')),
  useSaveNotes: () => ({ mutate, isPending: false }),
}));
vi.mock('#web/features/campaign/notes/copy-markdown.tsx', () => ({ CopyMarkdown: () => null }));

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
  mutate.mockReset();
});

/** The notes with another body of their first section, saved elsewhere. */
const changedElsewhere: Notes = {
  ...notes,
  revision: notes.revision + 1,
  sections: notes.sections.map((section, index) => (index === 0 ? { ...section, body: 'Theirs.' } : section)),
};

const view = (shown: Notes, onReload = async (): Promise<Notes | undefined> => shown) => (
  <QueryClientProvider client={cache}>
    <NotesView
      sessionTitle="Session 3"
      notes={shown}
      access={{ timing: 'measured', open: () => {} }}
      onReload={onReload}
      onOpenAnalysis={null}
    />
  </QueryClientProvider>
);
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text');

async function write(words: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Edit Summary' }));
  await userEvent.clear(text());
  await userEvent.type(text(), words);
}

it('[D7] unsaved words wait while one looks elsewhere in the app, until they are saved or cancelled', async () => {
  const first = render(view(notes));
  await write('Mine.');
  first.unmount();
  const second = render(view(notes));
  expect(text().value).toBe('Mine.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  second.unmount();
  render(view(notes));
  expect(screen.queryByLabelText('Text')).toBeNull();
});

it('[D7] a version that arrived meanwhile is shown before it is replaced', async () => {
  const { rerender } = render(view(notes));
  await write('Mine.');
  rerender(view(changedElsewhere));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(mutate).not.toHaveBeenCalled();
  expect(screen.getByText('Theirs.')).toBeTruthy();
  expect(text().value).toBe('Mine.');
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  const [saving] = mutate.mock.calls[0]!;
  expect(saving.revision).toBe(changedElsewhere.revision);
  expect(saving.sections.map(({ body }) => body)).toEqual(['Mine.', '- Who paid Orla?']);
});

it('a new section goes on top of what was saved elsewhere', async () => {
  const { rerender } = render(view(notes, async () => changedElsewhere));
  await userEvent.click(screen.getByRole('button', { name: 'Add a section' }));
  await userEvent.type(screen.getByLabelText('Section title'), 'Loot');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(view(changedElsewhere));
  await mutate.mock.calls[0]![1].onError({ code: 'staleRevision', message: 'Stale.' });
  const [saving] = mutate.mock.calls[1]!;
  expect(saving.revision).toBe(changedElsewhere.revision);
  expect(saving.sections.map(({ body }) => body)).toEqual(['Theirs.', '- Who paid Orla?', '']);
});

it('[D7] undo is offered only as long as nobody else has saved', async () => {
  const { rerender } = render(view(notes));
  await write('Mine.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const saved = { ...notes, revision: notes.revision + 1 };
  rerender(view(saved));
  mutate.mock.calls[0]![1].onSuccess(saved);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  rerender(view({ ...saved, revision: saved.revision + 1 }));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
