import type { SnapshotFrom } from 'xstate';
import { type AnalysisJobStage, analysisJobStages } from '../analysis-job/stages.ts';
import { tag } from '../kit/tags.ts';
import type { analysisMachine } from './analysis.machine.ts';

type AnalysisSnapshot = SnapshotFrom<typeof analysisMachine>;

export function selectAnalysisStep(snapshot: AnalysisSnapshot) {
  for (const step of [
    'awaitingSource',
    'recalling',
    'pricing',
    'following',
    'cancelling',
    'retrying',
    'completed',
    'cancelled',
    'failed',
  ] as const) {
    if (snapshot.matches(step)) return step;
  }
  if (snapshot.matches('unrecalled') && snapshot.context.failure?.code === 'notFound')
    return 'missing' as const;
  return 'stuck' as const;
}

export const selectIsUnderWay = (snapshot: AnalysisSnapshot): boolean => snapshot.hasTag(tag.busy);

export function selectConnection(snapshot: AnalysisSnapshot): 'stream' | 'polling' | null {
  if (snapshot.matches({ following: 'streaming' })) return 'stream';
  return snapshot.matches({ following: 'polling' }) ? 'polling' : null;
}

interface StageOnTheWay extends AnalysisJobStage {
  readonly state: 'done' | 'current' | 'upcoming';
}

/**
 * Only those that this analysis has; all, if the server does not say. Current is the one that runs or failed, or the
 * next; at the end all are done.
 */
export function selectStages(snapshot: AnalysisSnapshot): readonly StageOnTheWay[] {
  const { progress } = snapshot.context;
  const at = progress?.error?.stage ?? progress?.status;
  const reached = analysisJobStages.findIndex(({ name }) => name === at);
  const ahead = progress?.status === 'completed' ? [] : analysisJobStages.slice(Math.max(0, reached));
  const stages = analysisJobStages.filter(({ name }) => progress?.stages?.includes(name) ?? true);
  const next = reached < 0 ? undefined : stages.find((stage) => ahead.includes(stage));
  return stages.map((stage) => ({
    ...stage,
    state: stage === next ? 'current' : ahead.includes(stage) ? 'upcoming' : 'done',
  }));
}
