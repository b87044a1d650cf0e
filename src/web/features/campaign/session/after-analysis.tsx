import type { Analysis } from '#contract/analyses.ts';
import { useComparison } from '#web/hooks/use-comparison.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CopyToNotes } from '../result/copy-to-notes.tsx';
import type { ListedAnalysis } from './run-list.tsx';

interface AfterAnalysisProps {
  sessionId: string;
  analyses: readonly ListedAnalysis[];
  shown: Analysis | null;
  again: (() => void) | null;
  onLook: () => void;
  onCopied: () => void;
}

/** Above the notes: a newer analysis that they do not have, or that analyzing again is free (D7, D15). */
export function AfterAnalysis({ sessionId, analyses, shown, again, onLook, onCopied }: AfterAnalysisProps) {
  const comparison = useComparison();
  const completed = analyses.filter(({ status }) => status === 'completed');
  const [newest, earlier] = completed;
  const isUndecided =
    newest !== undefined &&
    earlier !== undefined &&
    newest.id === shown?.id &&
    newest.copiedToNotesAt === null &&
    !newest.notesKeptAt;
  if (isUndecided)
    return (
      <Notice kind="success" title="The new analysis is ready">
        <p>Your notes haven’t changed. Read the new analysis, then choose what to do with them.</p>
        <div className="button-row">
          <Button onClick={onLook}>Read it</Button>
          <Button
            onClick={() => {
              onLook();
              comparison.compareWith(earlier.id);
            }}
          >
            Compare with the previous one
          </Button>
          <CopyToNotes analysisId={newest.id} sessionId={sessionId} onCopied={onCopied} />
        </div>
      </Notice>
    );
  if (shown?.isRerunFree && again)
    return (
      <Notice kind="information" title="Analyze again for free">
        <p>
          {shown.lacksVoices
            ? 'The voices could not be told apart. A new analysis of the same transcript tries again, and costs nothing.'
            : 'Since this analysis you have added names, said who plays whom, or answered questions. A new analysis of the same transcript uses that, and costs nothing.'}
        </p>
        <Button onClick={again}>Analyze again</Button>
      </Notice>
    );
  return null;
}
