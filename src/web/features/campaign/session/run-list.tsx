import { Link } from 'wouter';
import type { Analysis } from '#contract/analyses.ts';
import { campaignPath } from '#web/app/paths.ts';
import { dayAndTime } from '#web/ui/text.ts';

const outcome = { completed: 'finished', cancelled: 'cancelled', failed: 'failed' } as const;

interface RunListProps {
  campaignId: string;
  sessionId: string;
  analyses: readonly Omit<Analysis, 'result'>[];
  shown: string | null;
}

/** The runs of a session, once there are several: each stays as it was made (D6). */
export function RunList({ campaignId, sessionId, analyses, shown }: RunListProps) {
  if (analyses.length < 2) return null;
  return (
    <details className="runs">
      <summary>{analyses.length} analyses of this session</summary>
      <ul>
        {analyses.map((run) => (
          <li key={run.id}>
            <Link
              href={campaignPath({ campaignId, sessionId, analysisId: run.id, tab: 'analysis' })}
              aria-current={run.id === shown ? 'true' : undefined}
            >
              {run.detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}, {dayAndTime(run.createdAt)},{' '}
              {outcome[run.status as keyof typeof outcome] ?? 'running'}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
