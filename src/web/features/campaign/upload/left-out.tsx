import type { Session } from '#contract/sessions.ts';
import { useTranscript } from '#web/hooks/data-hooks.ts';
import { Warnings } from '#web/results/result-lists.tsx';

/** Beside the price: what of an imported file is not in the transcript, and how it was read. */
export function LeftOutOfTranscript({ transcriptId }: { transcriptId: string | null }) {
  const { data } = useTranscript(transcriptId);
  return data?.source === 'import' ? <Warnings warnings={data.warnings} /> : null;
}

/** Beside the price: what of a recording will not be heard, until its result says so. */
export function LeftOutOfRecording({ audio }: Pick<Session, 'audio'>) {
  const { leftOut = [], questions = [] } = audio?.account ?? {};
  const asked = questions.flatMap(({ id, sentence }) => (id === 'without' ? [] : [{ code: id, sentence }]));
  return (
    <Warnings
      warnings={[...leftOut, ...asked].map(({ code, sentence }) => ({
        code,
        message: sentence,
        startMs: null,
        endMs: null,
      }))}
    />
  );
}
