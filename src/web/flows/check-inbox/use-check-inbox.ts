import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { CheckAnswer } from '#contract/check-questions.ts';
import type { checkInboxMachine } from '#machines/check-inbox/check-inbox.machine.ts';
import {
  selectCheckInbox,
  selectCheckOutcome,
  selectCheckStep,
} from '#machines/check-inbox/check-inbox.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    checkInbox: typeof checkInboxMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    checkInbox: true;
  }
}

export function useOpenCheckInbox(): (campaignId: string, sessionId: string | null) => void {
  const { checkInbox, modals } = useApp();
  return useMemo(
    () => (campaignId, sessionId) => {
      checkInbox().send({ type: 'inbox.opened', campaignId, sessionId });
      modals().send({ type: 'modal.opened', modal: 'checkInbox' });
    },
    [checkInbox, modals],
  );
}

export function useCheckInbox() {
  const flow = useApp().checkInbox();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'inbox.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      next: () => flow.send({ type: 'next.requested' }),
      previous: () => flow.send({ type: 'previous.requested' }),
      give: (answer: CheckAnswer) => flow.send({ type: 'answer.given', answer }),
      undo: (answerId: string) => flow.send({ type: 'undo.requested', answerId }),
    }),
    [flow],
  );
  return {
    ...selectCheckInbox(snapshot),
    step: selectCheckStep(snapshot),
    outcome: selectCheckOutcome(snapshot),
    ...commands,
  };
}

export type CheckInbox = ReturnType<typeof useCheckInbox>;
