import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { visibilitiesOf } from '#contract/share-presets.ts';
import { SharePresets } from '#web/flows/share-link/share-presets.tsx';
import type { NotesChange } from '#web/hooks/data-hooks.ts';

const section = (key: string, visibility: NotesSection['visibility'] = 'gm'): NotesSection => ({
  key,
  title: `Title of ${key}`,
  body: `Words of ${key}.`,
  visibility,
  source: 'analysis',
  lines: [],
});
const begin: Notes = {
  sessionId: '01900000-0000-7000-8000-000000000003',
  sections: [section('toConfirm'), section('summary'), section('scenes'), section('npcs'), section('mine')],
  revision: 4,
  updatedAt: null,
};
let notes = begin;

vi.mock('#web/hooks/data-hooks.ts', () => ({
  useNotes: () => ({ data: notes }),
  useChangeNotes: () => ({
    isPending: false,
    error: null,
    mutate: ({ change }: { change: NotesChange }, { onSuccess }: { onSuccess: (saved: Notes) => void }) => {
      const sections = change(notes).map((saved) => ({ ...section(saved.key), ...saved }));
      notes = { ...notes, sections, revision: notes.revision + 1 };
      onSuccess(notes);
    },
  }),
}));

describe('the presets of sharing', () => {
  beforeEach(() => {
    notes = begin;
  });

  it('mark the notes in one press, show at once what is read, and are undone in one press', () => {
    const dialog = (
      <SharePresets sessionId={begin.sessionId} audience="players" show={null} disabled={false} />
    );
    render(dialog);
    const read = () => within(screen.getByRole('region', { name: 'Preview' })).queryAllByText(/^Words of/);
    expect(read()).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Recap and scenes' }));
    expect(read().map(({ textContent }) => textContent)).toEqual(['Words of summary.', 'Words of scenes.']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(read()).toHaveLength(0);
    expect(notes.sections).toEqual(begin.sections);
  });

  it('leave out what the link does not show', () => {
    notes = { ...begin, sections: [section('summary', 'public'), section('npcs', 'public')] };
    const show = { recap: true, scenes: true, moments: true, entities: false, playerNames: false };
    const { container } = render(
      <SharePresets sessionId={begin.sessionId} audience="public" show={show} disabled={false} />,
    );
    expect(container.textContent).toContain('Words of summary.');
    expect(container.textContent).not.toContain('Words of npcs.');
    expect(container.textContent).toContain('Player 1');
  });

  const all = ['toConfirm', 'summary', 'scenes', 'npcs', 'mine'];
  it.each([
    ['players', 'recap', 'gm', { summary: 'players' }],
    ['players', 'recap', 'players', { scenes: 'gm', npcs: 'gm' }],
    ['players', 'recap', 'public', {}],
    ['public', 'people', 'gm', { summary: 'public', scenes: 'public', npcs: 'public' }],
    ['public', 'scenes', 'public', { npcs: 'players' }],
    ['public', 'recap', 'players', { summary: 'public' }],
  ] as const)('for %s by “%s”, where all is for %s, change %j', (audience, preset, now, changes) => {
    const sections = all.map((key) => section(key, now));
    expect(Object.fromEntries(visibilitiesOf(sections, { preset, audience }))).toEqual(changes);
  });
});
