import { type ReactNode, useSyncExternalStore } from 'react';
import type { FlowActor, FlowName } from './flow-actors.ts';
import type { SpawnedFlows } from './flow-port.ts';
import { subscribeToLoads } from './lazily.ts';
import { useApp } from './site-provider.tsx';

/** Suspends until the flow is loaded. */
export function useFlow<Name extends FlowName>(name: Name): FlowActor<Name> {
  return useApp().flows.read(name);
}

/** For what a page shows without the flow, too. */
export function useFlowIfLoaded<Name extends FlowName>(name: Name): FlowActor<Name> | undefined {
  const { flows } = useApp();
  return useSyncExternalStore(subscribeToLoads, () => flows.get(name));
}

/** Suspends until the flow is loaded. */
export function useSpawned<Name extends keyof SpawnedFlows>(name: Name): SpawnedFlows[Name] {
  return useApp().spawned[name].read();
}

/** For what a page shows without the flow, too. */
export function useSpawnedIfLoaded<Name extends keyof SpawnedFlows>(name: Name): SpawnedFlows[Name] | null {
  const { spawned } = useApp();
  return useSyncExternalStore(subscribeToLoads, spawned[name].get);
}

export function WhenLoaded({ flow, children }: { flow: FlowName; children: ReactNode }): ReactNode {
  return useFlowIfLoaded(flow) === undefined ? null : children;
}
