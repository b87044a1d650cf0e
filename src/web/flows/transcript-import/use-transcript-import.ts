import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectTranscriptImportStep } from '#machines/transcript-import/transcript-import.selectors.ts';
import { openQuestion } from '#machines/transcript-import/transcript-import.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

/** Of one session: an import into another one is not shown, and ends when a file is chosen here. */
export function useTranscriptImport(sessionId = '') {
  const app = useApp();
  const flow = useFlow('transcriptImport');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      chooseFile: (file: File) => flow.send({ type: 'file.chosen', sessionId, file: app.files.keep(file) }),
      answer: (position: number) => flow.send({ type: 'answer.chosen', position }),
      back: () => flow.send({ type: 'question.back' }),
      cancel: () => flow.send({ type: 'import.cancelled' }),
      retry: () => flow.send({ type: 'import.retried' }),
      forget: () => flow.send({ type: 'import.forgotten' }),
    }),
    [app, flow, sessionId],
  );
  const isHere = snapshot.context.sessionId === sessionId;
  const { file, failure } = snapshot.context;
  return {
    step: isHere ? selectTranscriptImportStep(snapshot) : ('idle' as const),
    isBusy: isHere && snapshot.hasTag('busy'),
    file: isHere ? file : null,
    failure: isHere ? failure : null,
    question: isHere ? openQuestion(snapshot.context) : null,
    ...commands,
    can: {
      back: isHere && snapshot.can({ type: 'question.back' }),
      retry: isHere && snapshot.can({ type: 'import.retried' }),
    },
  };
}
