import { isDemandedModal } from '#machines/modals/modals.selectors.ts';
import { demandedModals, openedModals } from '#machines/modals/modals.setup.ts';
import type { ModalName, ModalViewProps, ModalViews } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export const modalNames: readonly ModalName[] = [...demandedModals, ...openedModals];

export const titleOf = (modal: ModalName) => `Stand-in: ${modal}`;

export const answerOf = (modal: ModalName) => `Done with: ${titleOf(modal)}`;

function standIn(name: ModalName) {
  return function StandIn({ onClose }: ModalViewProps) {
    const title = titleOf(name);
    if (!isDemandedModal(name)) {
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
  modalNames.map((name) => {
    const View = standIn(name);
    return [name, async () => View];
  }),
);
