import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { AtTheTable } from '#web/features/campaign/session/at-the-table.tsx';
import { GameMasterQuestion } from '#web/flows/speaker-mapping/game-master-question.tsx';

const speakers: Speaker[] = Array.from({ length: 32 }, (_, index) => ({
  id: `s${index}`,
  label: `Guest of the inn ${String.fromCharCode(65 + (index % 26))}${index}`,
  role: 'player',
  playerCharacterId: null,
  talkMs: 100 - index,
}));

describe('a session with 32 voices', () => {
  it('names six at the table, and the rest on request', () => {
    const { container } = render(<AtTheTable speakers={speakers} />);
    const last = speakers.at(-1)?.label ?? '';
    expect(container.textContent).not.toContain(last);
    const more = screen.getByRole('button', { name: '26 more' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    expect(container.textContent).toContain(last);
    expect(screen.getByRole('button', { name: 'Show fewer' }).getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the question for the game master', () => {
  it('is answered by one press, or leads to saying who it is', () => {
    const onYes = vi.fn();
    const onNo = vi.fn();
    const asked = { label: 'MATT', player: 'Matt' };
    render(<GameMasterQuestion asked={asked} disabled={false} onYes={onYes} onNo={onNo} />);
    expect(screen.getByText('Is MATT the game master?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Yes, MATT is the game master' }));
    expect(onYes).toHaveBeenCalledWith(asked);
    fireEvent.click(screen.getByRole('button', { name: 'No, MATT is not the game master' }));
    expect(onNo).toHaveBeenCalledWith('MATT');
  });
});
