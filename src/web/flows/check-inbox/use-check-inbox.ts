import type { CheckAnswer } from '#contract/check-questions.ts';
import {
  selectCheckInbox,
  selectCheckOutcome,
  selectCheckStep,
} from '#machines/check-inbox/check-inbox.selectors.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = (campaignId: string, sessionId: string | null) =>
  ({ type: 'inbox.opened', campaignId, sessionId }) as const;

export const useOpenCheckInbox = () => useOpener('checkInbox', opened);

const commandsOf = ({ send }: FlowActor<'checkInbox'>) => ({
  close: () => send({ type: 'inbox.closed' }),
  retry: () => send({ type: 'retry' }),
  next: () => send({ type: 'next.requested' }),
  previous: () => send({ type: 'previous.requested' }),
  give: (answer: CheckAnswer) => send({ type: 'answer.given', answer }),
  undo: (answerId: string) => send({ type: 'undo.requested', answerId }),
});

export function useCheckInbox() {
  const { snapshot, commands } = useWholeFlow('checkInbox', commandsOf);
  return {
    ...selectCheckInbox(snapshot),
    step: selectCheckStep(snapshot),
    outcome: selectCheckOutcome(snapshot),
    ...commands,
  };
}

export type CheckInbox = ReturnType<typeof useCheckInbox>;
