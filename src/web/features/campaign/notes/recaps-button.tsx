import type { RecapPlace } from '#machines/recap-collection/recap-collection.setup.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useOpenRecaps } from '#web/flows/recap-collection/use-recap-collection.ts';
import { Button } from '#web/ui/button.tsx';

export function RecapsButton({ disabled, ...place }: RecapPlace & { disabled: boolean }) {
  const open = useOpenRecaps();
  const { canOpen } = useModals();
  if (!canOpen('recapCollection')) return null;
  return (
    <Button kind="quiet" icon="book" disabled={disabled} onClick={() => open(place)}>
      Recaps
    </Button>
  );
}
