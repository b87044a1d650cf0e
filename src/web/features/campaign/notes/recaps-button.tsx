import type { RecapPlace } from '#machines/recap-collection/recap-collection.setup.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { Button } from '#web/ui/button.tsx';

export function RecapsButton({ disabled, ...place }: RecapPlace & { disabled: boolean }) {
  const open = useOpenModal('recapCollection');
  return (
    <Button
      kind="quiet"
      icon="book"
      disabled={disabled}
      onClick={() => open({ type: 'recaps.opened', place, wish: null })}
    >
      Recaps
    </Button>
  );
}
