import { useSelector } from '@xstate/react';
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import type { modalsMachine } from '#machines/modals/modals.machine.ts';
import { selectTopModal, selectWantedModals } from '#machines/modals/modals.selectors.ts';
import type { DemandedModal, ModalName, ModalViewProps, OpenedModal } from '#web/hooks/modal-views.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    modals: typeof modalsMachine;
  }
}

export function useModals() {
  const { modals: ofApp, modalViews } = useApp();
  const modals = ofApp();
  const top = useSelector(modals, selectTopModal);
  const commands = useMemo(
    () => ({
      open: (modal: OpenedModal) => modals.send({ type: 'modal.opened', modal }),
      close: () => modals.send({ type: 'modal.closed' }),
      demand: (modal: DemandedModal) => modals.send({ type: 'modal.demanded', modal }),
      settle: (modal: DemandedModal) => modals.send({ type: 'modal.settled', modal }),
      canOpen: (modal: ModalName) => modal in modalViews,
      isDemanded: (modal: ModalName): modal is DemandedModal =>
        modals.getSnapshot().context.precedence.includes(modal),
    }),
    [modals, modalViews],
  );
  return { top, ...commands };
}

export function useWantedModals(): readonly ModalName[] {
  const { modals, modalViews } = useApp();
  return useSelector(modals(), selectWantedModals, sameNames).filter(
    (name): name is ModalName => name in modalViews,
  );
}

const sameNames = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

type LoadedView =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; View: ComponentType<ModalViewProps> };

/** Its state survives being hidden. */
export function useModalView(name: ModalName): LoadedView & { retry: () => void } {
  const { loadModalView } = useApp();
  const [loaded, setLoaded] = useState<LoadedView>({ status: 'loading' });
  const { status } = loaded;
  useEffect(() => {
    if (status !== 'loading') return;
    let isWanted = true;
    loadModalView(name).then(
      (View) => isWanted && setLoaded({ status: 'ready', View }),
      () => isWanted && setLoaded({ status: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [loadModalView, name, status]);
  return { ...loaded, retry: useCallback(() => setLoaded({ status: 'loading' }), []) };
}
