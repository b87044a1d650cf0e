import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { YourMarks } from '#web/features/campaign/marks/your-marks.tsx';

const mutateAsync = vi.fn();
const { site } = vi.hoisted(() => ({ site: { adapt: (machine: unknown) => machine } }));
vi.mock('#web/hooks/marks-hooks.ts', () => ({ useChangeMarks: () => ({ mutateAsync }) }));
vi.mock('#web/hooks/site-provider.tsx', () => ({ useSite: () => site, useAppIfLoaded: () => null }));
vi.mock('#web/flows/player/use-player.ts', () => ({ usePlayFrom: () => () => {} }));

type MarkedSession = Parameters<typeof YourMarks>[0]['session'];
const [blood, bell] = [
  { atMs: 9000, word: 'first blood' },
  { atMs: 60_000, word: '' },
];
const withMarks = (marks: object[]) =>
  ({
    id: 's1',
    campaignId: 'c1',
    title: 'Session 1',
    audio: { marks, deletedAt: null },
  }) as unknown as MarkedSession;

/** What the last change makes of these marks. */
const sentOver = (marks: object[]) => mutateAsync.mock.lastCall?.[0].to(marks);

describe('marks of a session', () => {
  beforeEach(() => {
    mutateAsync.mockReset().mockResolvedValue({});
  });

  it('can be removed, and put back in one press', async () => {
    const { rerender } = render(<YourMarks session={withMarks([blood])} />);
    fireEvent.click(screen.getByRole('button', { name: 'Remove mark 1' }));
    expect(sentOver([blood])).toEqual([]);
    rerender(<YourMarks session={withMarks([])} />);
    expect(await screen.findByText('The mark at 0:09 was removed.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(sentOver([])).toEqual([blood]);
  });

  it('say why a word was not saved, and try it again', async () => {
    const message = 'We can’t reach the server.';
    mutateAsync.mockRejectedValueOnce({ code: 'network', message });
    render(<YourMarks session={withMarks([blood, bell])} />);
    const field = screen.getByLabelText('Word for mark 2');
    fireEvent.change(field, { target: { value: ' the bell ' } });
    fireEvent.blur(field);
    expect(await screen.findByText(message)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(sentOver([blood, bell])).toEqual([blood, { ...bell, word: 'the bell' }]);
    expect(await screen.findByText('The word for the mark at 1:00 is saved.')).toBeTruthy();
  });

  it('send nothing for a word that stays the same', () => {
    render(<YourMarks session={withMarks([blood])} />);
    const field = screen.getByLabelText('Word for mark 1');
    fireEvent.change(field, { target: { value: 'first blood ' } });
    fireEvent.blur(field);
    expect(mutateAsync).not.toHaveBeenCalled();
  });
});
