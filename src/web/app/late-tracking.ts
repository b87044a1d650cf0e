import type { PlainCalls } from '#web/api/plain-calls.ts';
import type { ComposedTracking, createTracking } from './create-tracking.ts';

export type CreateTracking = typeof createTracking;

interface LateTrackingDependencies {
  calls: PlainCalls;
  create: CreateTracking | null;
  load: () => Promise<CreateTracking>;
  open: (create: CreateTracking) => ComposedTracking;
  always: boolean;
}

const namesTracker = (settings: unknown) => Object.values(settings ?? {}).some((one) => one !== null);

/** R7.15. Loads nothing without trackers. */
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
    get: () => tracking,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    identify(next: string | null): void {
      email = next;
      tracking?.identify(next);
    },
    start(): void {
      if (tracking === null) bring().catch(() => {});
      else tracking.start();
    },
    stop(): void {
      isStopped = true;
      tracking?.stop();
    },
  };
}
