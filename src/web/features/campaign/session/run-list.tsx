import { Link } from 'wouter';
import type { Analysis } from '#contract/analyses.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { dayAndTime } from '#web/ui/text.ts';
import { runName } from '../analysis/run-name.ts';

export type ListedAnalysis = Omit<Analysis, 'result'>;

const outcomes: Partial<Record<ListedAnalysis['status'], string>> = {
  completed: 'Finished',
  cancelled: 'Cancelled',
  failed: 'Failed',
};
const outcomeOf = ({ status }: ListedAnalysis) => outcomes[status] ?? 'Running';

function engineOf({ engine }: ListedAnalysis): string | null {
  return engine.notes?.startsWith('highlights') ? 'Highlights' : engine.notes;
}

interface RunListProps {
  campaignId: string;
  sessionId: string;
  analyses: readonly ListedAnalysis[];
  shown: string | null;
  onCompare?: ((analysisId: string) => void) | undefined;
}

export function goToRuns() {
  const heading = document.getElementById('runs-heading');
  heading?.scrollIntoView?.({ block: 'center' });
  heading?.focus({ preventScroll: true });
}

export function RunList({ campaignId, sessionId, analyses, shown, onCompare }: RunListProps) {
  if (analyses.length < 2) return null;
  const isFinished = analyses.some(({ id, status }) => id === shown && status === 'completed');
  return (
    <section className="runs" aria-labelledby="runs-heading">
      <h2 id="runs-heading" tabIndex={-1}>
        Analyses of this session
      </h2>
      <ul>
        {analyses.map((run) => (
          <li key={run.id}>
            <Link
              href={campaignPath({ campaignId, sessionId, analysisId: run.id, tab: 'analysis' })}
              aria-current={run.id === shown ? 'true' : undefined}
            >
              {runName(run)}
            </Link>{' '}
            <span className="muted">
              {[
                outcomeOf(run),
                engineOf(run),
                run.sourceReplaced ? 'of an earlier recording or transcript' : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {onCompare && isFinished && run.id !== shown && run.status === 'completed' ? (
              <Button
                kind="quiet"
                aria-label={`Compare with ${runName(run)}`}
                onClick={() => onCompare(run.id)}
              >
                Compare
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function OlderAnalysisNotice({ campaignId, sessionId, analyses, shown }: RunListProps) {
  const newest = analyses.find(({ status }) => status === 'completed');
  const older = analyses.find(({ id }) => id === shown);
  if (!newest || !older || newest.id === older.id) return null;
  return (
    <Notice kind="information" title={`This is an older analysis, from ${dayAndTime(older.createdAt)}.`}>
      <Link href={campaignPath({ campaignId, sessionId, analysisId: newest.id, tab: 'analysis' })}>
        Go to the newest analysis
      </Link>
    </Notice>
  );
}
