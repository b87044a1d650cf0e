import type { InspectionEvent } from 'xstate';
import type { FlowStep } from '#contract/feedback.ts';
import { createStepRecord } from './step-record.ts';

const storageKey = 'flow-traffic';
const mostSteps = 2_000;

/** Null until somebody asks for counts. */
function readSteps(storage: Storage): FlowStep[] | null {
  // Only this file writes it; a schema would weigh on the first page.
  const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
  return Array.isArray(stored) ? stored : null;
}

/** What the charts at /flows know of the app, which has the same origin in development. */
export function countedSteps(storage: Storage) {
  return {
    words: 'in this browser',
    steps: () => readSteps(storage) ?? [],
    counting: {
      isOn: () => readSteps(storage) !== null,
      start: () => storage.setItem(storageKey, '[]'),
      end: () => storage.removeItem(storageKey),
    },
  };
}

/** For development: counts equal steps of all flows together, once asked to. */
export function countSteps(storage: Storage): (inspected: InspectionEvent) => void {
  return createStepRecord(({ flow, event, from, to }) => {
    const counted = readSteps(storage);
    if (counted === null) return;
    const step = { flow, actor: 'any', event, from, to };
    const key = JSON.stringify(step);
    const isSame = ({ times, ...one }: FlowStep) => JSON.stringify(one) === key;
    const before = counted.find(isSame)?.times ?? 0;
    const others = counted.filter((one) => !isSame(one));
    const next = [...others, { ...step, times: Math.min(99_999, before + 1) }];
    storage.setItem(storageKey, JSON.stringify(next.slice(-mostSteps)));
  }).inspect;
}
