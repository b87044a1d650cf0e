import type { SnapshotFrom } from 'xstate';
import type { analysisStartMachine } from './analysis-start.machine.ts';

export { detailLevelOf, peopleOf, writerOf } from './analysis-start.setup.ts';

type AnalysisStartSnapshot = SnapshotFrom<typeof analysisStartMachine>;

type AnalysisStartStep = 'quoting' | 'waitingToHear' | 'quoted' | 'starting' | 'stuck' | 'ended';

export function selectAnalysisStartStep(snapshot: AnalysisStartSnapshot): AnalysisStartStep {
  if (snapshot.status === 'done') return 'ended';
  if (snapshot.matches('starting')) return 'starting';
  if (snapshot.matches({ askingPrice: 'quoted' })) return 'quoted';
  const isQuoting = snapshot.matches({ askingPrice: 'quoting' });
  if (snapshot.matches({ askingPrice: 'waitingToHear' }) || (isQuoting && snapshot.context.hasWaited))
    return 'waitingToHear';
  return isQuoting ? 'quoting' : 'stuck';
}
