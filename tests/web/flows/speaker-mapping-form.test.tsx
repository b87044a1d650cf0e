import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CastSheet } from '#contract/speakers.ts';
import { OnQuietSite } from '#tests/support/page-html.tsx';
import { SpeakerMappingModal } from '#web/flows/speaker-mapping/speaker-mapping-modal.tsx';

const sheet: CastSheet = {
  revision: 1,
  people: [],
  speakers: [],
  canBeHeard: false,
  gameMaster: null,
  undo: null,
  tellsVoicesApart: true,
  memory: null,
  voices: null,
};
const mapping = vi.hoisted(() => ({ current: {} }));
vi.mock('#web/flows/speaker-mapping/use-speaker-mapping.ts', () => ({
  useSpeakerMapping: () => mapping.current,
}));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

it('[R2.34] an open form keeps what is typed when a newer cast comes, and closes once it is saved', async () => {
  const shown = { session: null, failure: null, step: 'shown', outcome: 'changed', sheet };
  mapping.current = shown;
  const { rerender } = render(<SpeakerMappingModal />, { wrapper: OnQuietSite });
  const becomes = (next: object) => {
    mapping.current = { ...shown, ...next };
    rerender(<SpeakerMappingModal />);
  };
  await userEvent.click(screen.getByRole('button', { name: 'Add a person' }));
  await userEvent.type(screen.getByLabelText('Person'), 'Mira');
  becomes({ sheet: { ...sheet, revision: 2 } });
  expect(screen.getByLabelText('Person')).toHaveProperty('value', 'Mira');
  becomes({ step: 'changing', outcome: null });
  expect(screen.getByLabelText('Person')).toHaveProperty('value', 'Mira');
  becomes({ sheet: { ...sheet, revision: 3 } });
  expect(screen.queryByLabelText('Person')).toBeNull();
});
