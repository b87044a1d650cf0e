import { useTranscript } from '#web/hooks/data-hooks.ts';
import { Warnings } from '#web/results/result-lists.tsx';

/** Beside the price: what of an imported file is not in the transcript, and how it was read. */
export function LeftOutOfTranscript({ transcriptId }: { transcriptId: string | null }) {
  const { data } = useTranscript(transcriptId);
  return data?.source === 'import' ? <Warnings warnings={data.warnings} /> : null;
}
