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

/** Without those that do nothing for this analysis. A failed stage counts as current; at the end all are done. */
export function selectStages(snapshot: AnalysisSnapshot): readonly StageOnTheWay[] {
  const { progress } = snapshot.context;
  const position =
    progress?.status === 'completed'
      ? analysisJobStages.length
      : analysisJobStages.findIndex(({ name }) => name === (progress?.error?.stage ?? progress?.status));
  return analysisJobStages.flatMap((stage, index) =>
    stage.needsSpeech &&
    progress?.transcribes === false &&
    !(stage.name === 'diarizing' && progress.tellsVoicesApart)
      ? []
      : [{ ...stage, state: index < position ? 'done' : index === position ? 'current' : 'upcoming' }],
  );
}
