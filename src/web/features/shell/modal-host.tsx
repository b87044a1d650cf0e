import { Activity, useEffect } from 'react';
import { useCover, useModals, useModalView, useWantedModals } from '#web/flows/modals/use-modals.ts';
import { partNotLoaded, UntilLoaded } from '#web/hooks/late-view.tsx';
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
  const { close, isDemanded } = useModals();
  const failed = (retry: () => void) => (
    <Dialog
      open
      title="This didn’t load"
      {...(isDemanded(name) ? {} : { onClose: close })}
      actions={
        <Button kind="primary" onClick={retry}>
          Try again
        </Button>
      }
    >
      <Notice kind="error">{partNotLoaded}</Notice>
    </Dialog>
  );
  return (
    <UntilLoaded meanwhile={<Covered />} failed={failed}>
      <LoadedModal name={name} />
    </UntilLoaded>
  );
}

function LoadedModal({ name }: { name: ModalName }) {
  const { close, settle, isDemanded } = useModals();
  const View = useModalView(name);
  return <View onClose={() => (isDemanded(name) ? settle(name) : close())} />;
}

function Covered() {
  const cover = useCover();
  useEffect(() => cover(), [cover]);
  return null;
}
