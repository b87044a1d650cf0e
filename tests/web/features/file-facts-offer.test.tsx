import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '#contract/sessions.ts';
import { FileFactsOffer } from '#web/features/campaign/file-facts/file-facts-offer.tsx';

const mutateAsync = vi.fn();
const { site } = vi.hoisted(() => ({ site: { adapt: (machine: unknown) => machine } }));
vi.mock('#web/hooks/data-hooks.ts', () => ({ useChangeSession: () => ({ mutateAsync }) }));
vi.mock('#web/hooks/site-provider.tsx', () => ({ useSite: () => site, useAppIfLoaded: () => null }));

const session: Session = {
  id: '01900000-0000-7000-8000-000000000003',
  campaignId: '01900000-0000-7000-8000-000000000002',
  title: 'Session 3',
  playedAt: null,
  order: 3,
  state: 'ready',
  audio: null,
  transcriptId: null,
  latestAnalysisId: null,
  summaryPreview: null,
  revision: 4,
  createdAt: '2026-04-01T20:00:00.000Z',
  updatedAt: '2026-04-01T20:00:00.000Z',
};
const facts = { title: 'The Drowned Bell', playedOn: '2026-03-14' };
const playedAt = '2026-03-14T00:00:00.000Z';

describe('what the file says of a session', () => {
  beforeEach(() => {
    mutateAsync.mockReset();
  });

  it('becomes its title and date in one press, and is undone in one', async () => {
    const { rerender } = render(<FileFactsOffer session={session} facts={facts} />);
    expect(screen.getByText(/is “The Drowned Bell” and was played on 14 March 2026\./)).toBeTruthy();
    const saved = { ...session, title: facts.title, playedAt, revision: 5 };
    mutateAsync.mockResolvedValue(saved);
    fireEvent.click(screen.getByRole('button', { name: 'Use title and date' }));
    expect(mutateAsync.mock.lastCall?.[0]).toMatchObject({ changes: { title: facts.title, playedAt } });
    rerender(<FileFactsOffer session={saved} facts={facts} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(mutateAsync.mock.lastCall?.[0]).toMatchObject({
      revision: 5,
      changes: { title: 'Session 3', playedAt: null },
    });
  });

  it('leaves the title to an analysis once there is one', () => {
    render(<FileFactsOffer session={{ ...session, latestAnalysisId: session.id }} facts={facts} />);
    expect(screen.queryByText(/Drowned Bell/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Use this date' })).toBeTruthy();
  });

  it('says why it could not be undone', async () => {
    const saved = { ...session, title: facts.title, playedAt, revision: 5 };
    const message = 'We can’t reach the server.';
    mutateAsync.mockResolvedValueOnce(saved).mockRejectedValueOnce({ code: 'network', message });
    const { rerender } = render(<FileFactsOffer session={session} facts={facts} />);
    fireEvent.click(screen.getByRole('button', { name: 'Use title and date' }));
    rerender(<FileFactsOffer session={saved} facts={facts} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is offered only where nobody has said anything else', () => {
    const titled = { ...session, title: 'Our evening' };
    const { rerender, container } = render(<FileFactsOffer session={titled} facts={facts} />);
    expect(screen.getByRole('button', { name: 'Use this date' })).toBeTruthy();
    rerender(<FileFactsOffer session={{ ...session, playedAt }} facts={facts} />);
    expect(screen.getByRole('button', { name: 'Use the file’s title' })).toBeTruthy();
    rerender(<FileFactsOffer session={{ ...titled, playedAt }} facts={facts} />);
    expect(container.textContent).toBe('');
    // The session shows that day already.
    rerender(<FileFactsOffer session={titled} facts={{ ...facts, playedOn: '2026-04-01' }} />);
    expect(container.textContent).toBe('');
  });
});
