import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectTranscriptImportStep } from '#machines/transcript-import/transcript-import.selectors.ts';
import { openQuestion } from '#machines/transcript-import/transcript-import.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useSpawned } from '#web/hooks/use-flow.ts';

/** Of one session; it continues after the view closes. */
export function useTranscriptImport(sessionId: string) {
  const app = useApp();
  const imports = useSpawned('transcriptImport');
  const flow = useMemo(() => imports.of(sessionId), [imports, sessionId]);
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      chooseFile: (file: File) => flow.send({ type: 'file.chosen', file: app.files.keep(file) }),
      answer: (position: number) => flow.send({ type: 'answer.chosen', position }),
      back: () => flow.send({ type: 'question.back' }),
      cancel: () => flow.send({ type: 'import.cancelled' }),
      retry: () => flow.send({ type: 'import.retried' }),
      forget: () => flow.send({ type: 'import.forgotten' }),
    }),
    [app, flow],
  );
  const { file, failure } = snapshot.context;
  return {
    step: selectTranscriptImportStep(snapshot),
    isBusy: snapshot.hasTag('busy'),
    file,
    failure,
    question: openQuestion(snapshot.context),
    ...commands,
    can: {
      back: snapshot.can({ type: 'question.back' }),
      retry: snapshot.can({ type: 'import.retried' }),
    },
  };
}
