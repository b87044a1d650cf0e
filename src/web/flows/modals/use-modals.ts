import { useSelector } from '@xstate/react';
import { type ComponentType, useCallback, useMemo } from 'react';
import type { EventFrom } from 'xstate';
import { selectTopModal, selectWantedModals } from '#machines/modals/modals.selectors.ts';
import type { FlowMachines, FlowName } from '#web/hooks/flow-actors.ts';
import type { DemandedModal, ModalName, ModalViewProps, OpenedModal } from '#web/hooks/modal-views.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useModals() {
  const modals = useFlow('modals');
  const top = useSelector(modals, selectTopModal);
  const commands = useMemo(
    () => ({
      open: (modal: OpenedModal) => modals.send({ type: 'modal.opened', modal }),
      close: () => modals.send({ type: 'modal.closed' }),
      demand: (modal: DemandedModal) => modals.send({ type: 'modal.demanded', modal }),
      settle: (modal: DemandedModal) => modals.send({ type: 'modal.settled', modal }),
      isDemanded: (modal: ModalName): modal is DemandedModal =>
        modals.getSnapshot().context.precedence.includes(modal),
    }),
    [modals],
  );
  return { top, ...commands };
}

/** Tells the flow what to open, and shows its modal; loads both before. */
export function useOpenModal<Name extends FlowName>(name: Name, modal: OpenedModal = name) {
  const { flows } = useApp();
  return useCallback(
    (event: EventFrom<FlowMachines[Name]>) => {
      flows.send(name, event, { keeps: true });
      flows.send('modals', { type: 'modal.opened', modal });
    },
    [flows, name, modal],
  );
}

/** `useOpenModal`, by what its event says. `eventOf` must stay the same. */
export function useOpener<Name extends FlowName, Given extends unknown[]>(
  name: Name,
  eventOf: (...given: Given) => EventFrom<FlowMachines[Name]>,
  modal?: OpenedModal,
): (...given: Given) => void {
  const open = useOpenModal(name, modal);
  return useCallback((...given: Given) => open(eventOf(...given)), [open, eventOf]);
}

export function useWantedModals(): readonly ModalName[] {
  const { modalViews } = useApp();
  return useSelector(useFlow('modals'), selectWantedModals, sameNames).filter(
    (name): name is ModalName => name in modalViews,
  );
}

const sameNames = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/** Suspends until it is loaded. */
export const useModalView = (name: ModalName): ComponentType<ModalViewProps> =>
  useApp().modalView(name).read();

/** Covers the page until the function that the result returns is called. */
export const useCover = (): (() => () => void) => useApp().cover;
