import type { SnapshotFrom } from 'xstate';
import type { nextStepsMachine } from './next-steps.machine.ts';
import { type NextStep, nextSteps } from './next-steps.setup.ts';

interface ShownStep {
  readonly step: NextStep;
  readonly mark: 'done' | 'skipped' | 'open';
}

/** Null while the bar is put away. */
export function selectNextSteps(
  snapshot: SnapshotFrom<typeof nextStepsMachine>,
): { steps: readonly ShownStep[]; current: NextStep | null } | null {
  if (snapshot.matches('away')) return null;
  const { done, skipped } = snapshot.context;
  const steps = nextSteps.map((step) => ({
    step,
    mark: done.includes(step)
      ? ('done' as const)
      : skipped.includes(step)
        ? ('skipped' as const)
        : ('open' as const),
  }));
  return { steps, current: steps.find(({ mark }) => mark === 'open')?.step ?? null };
}
