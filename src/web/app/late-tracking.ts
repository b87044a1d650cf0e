import type { PlainCalls } from '#web/api/plain-calls.ts';
import type { ComposedTracking, createTracking } from './create-tracking.ts';

export type CreateTracking = typeof createTracking;

interface LateTrackingDependencies {
  calls: PlainCalls;
  /** There from the start where whoever composes the page has it already. */
  create: CreateTracking | null;
  load: () => Promise<CreateTracking>;
  open: (create: CreateTracking) => ComposedTracking;
  /** Also where no tracker is set up: for the panel of development. */
  always: boolean;
}

const namesTracker = (settings: unknown) => Object.values(settings ?? {}).some((one) => one !== null);

/** Consent and trackers (R7.15). Where the operator has set up none there is nothing to ask, and nothing of it is loaded. */
export function createLateTracking({ calls, create, load, open, always }: LateTrackingDependencies) {
  let tracking = create === null ? null : open(create);
  let email: string | null = null;
  let isStopped = false;
  const listeners = new Set<() => void>();

  async function bring(): Promise<void> {
    if (!always && !namesTracker(await calls.json('/trackers.json'))) return;
    const brought = open(await load());
    if (isStopped) return;
    tracking = brought;
    tracking.identify(email);
    for (const listener of [...listeners]) listener();
    tracking.start();
  }

  return {
    /** Null as long as there is nothing to agree to. */
    get: () => tracking,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    /** Who uses the page; null: nobody. */
    identify(next: string | null): void {
      email = next;
      tracking?.identify(next);
    },
    start(): void {
      // Without an answer there is nothing to agree to either.
      if (tracking === null) bring().catch(() => {});
      else tracking.start();
    },
    stop(): void {
      isStopped = true;
      tracking?.stop();
    },
  };
}
