import type { SnapshotFrom } from 'xstate';
import type { analysisStartMachine } from './analysis-start.machine.ts';

type AnalysisStartSnapshot = SnapshotFrom<typeof analysisStartMachine>;

export type AnalysisStartStep = 'quoting' | 'quoted' | 'starting' | 'stuck' | 'ended';

export function selectAnalysisStartStep(snapshot: AnalysisStartSnapshot): AnalysisStartStep {
  if (snapshot.status === 'done') return 'ended';
  if (snapshot.matches('starting')) return 'starting';
  if (snapshot.matches({ askingPrice: 'quoted' })) return 'quoted';
  return snapshot.matches({ askingPrice: 'quoting' }) ? 'quoting' : 'stuck';
}
