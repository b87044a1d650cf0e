import { useSelector } from '@xstate/react';
import { selectReadyNotice } from '#machines/ready-notice/ready-notice.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

const whileOpen = 'As long as the tab in which you started the analysis stays open.';
const hints = {
  off: whileOpen,
  asking: 'Your browser is asking you now.',
  on: whileOpen,
  blocked:
    'Your browser blocks notifications. Allow notifications for this site in its settings, then reload ' +
    'this page.',
} as const;

export function useReadyNotice() {
  const flow = useFlow('readyNotice');
  const step = useSelector(flow, selectReadyNotice);
  if (step === null || step === 'unsupported') return null;
  return {
    label: 'Notify me in this browser when my notes are ready',
    hint: hints[step],
    disabled: step === 'blocked',
    checked: step === 'on' || step === 'asking',
    onChange: () => flow.send({ type: 'notices.toggled' }),
  };
}
