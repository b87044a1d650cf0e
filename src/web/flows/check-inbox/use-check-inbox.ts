import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { CheckAnswer } from '#contract/check-questions.ts';
import {
  selectCheckInbox,
  selectCheckOutcome,
  selectCheckStep,
} from '#machines/check-inbox/check-inbox.selectors.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenCheckInbox(): (campaignId: string, sessionId: string | null) => void {
  const open = useOpenModal('checkInbox');
  return useCallback(
    (campaignId: string, sessionId: string | null) => open({ type: 'inbox.opened', campaignId, sessionId }),
    [open],
  );
}

export function useCheckInbox() {
  const flow = useFlow('checkInbox');
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
