import { demandedModals, modalViews } from '#web/app/flows.ts';
import type { ModalViewProps, ModalViews } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { answerOf, titleOf } from './modals.screen.ts';

function standIn(name: string) {
  return function StandIn({ onClose }: ModalViewProps) {
    const title = titleOf(name);
    if (!demandedModals.includes(name)) {
      return (
        <Dialog open title={title} onClose={onClose}>
          <input aria-label={`Words for: ${title}`} />
        </Dialog>
      );
    }
    return (
      <Dialog open title={title} actions={<Button onClick={onClose}>{answerOf(name)}</Button>}>
        <p>Something to answer.</p>
      </Dialog>
    );
  };
}

export const modalStandIns: ModalViews = Object.fromEntries(
  Object.keys(modalViews).map((name) => {
    const View = standIn(name);
    return [name, async () => View];
  }),
);
