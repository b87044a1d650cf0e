import { Activity } from 'react';
import { useModals, useModalView, useWantedModals } from '#web/flows/modals/use-modals.ts';
import { partNotLoaded } from '#web/hooks/late-view.tsx';
import type { ModalName } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** R2.34: one at a time; the others wait hidden and keep their input. */
export function ModalHost() {
  const wanted = useWantedModals();
  return wanted.map((name, place) => (
    <Activity key={name} mode={place === 0 ? 'visible' : 'hidden'}>
      <Modal name={name} />
    </Activity>
  ));
}

function Modal({ name }: { name: ModalName }) {
  const { close, settle, isDemanded } = useModals();
  const view = useModalView(name);
  const putAway = () => (isDemanded(name) ? settle(name) : close());
  // The loading overlay covers the page meanwhile.
  if (view.status === 'loading') return null;
  if (view.status === 'ready') return <view.View onClose={putAway} />;
  return (
    <Dialog
      open
      title="This didn’t load"
      {...(isDemanded(name) ? {} : { onClose: close })}
      actions={
        <Button kind="primary" onClick={view.retry}>
          Try again
        </Button>
      }
    >
      <Notice kind="error">{partNotLoaded}</Notice>
    </Dialog>
  );
}
