import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { FlowActor, FlowName } from './flow-actors.ts';
import { useFlow } from './use-flow.ts';

/** What a view reads of the flow and sends to it. Suspends until the flow is loaded. */
export function useWholeFlow<Name extends FlowName, Commands>(
  name: Name,
  commandsOf: (flow: FlowActor<Name>) => Commands,
) {
  const flow = useFlow(name);
  const snapshot = useSelector(flow, (current) => current);
  return { snapshot, commands: useMemo(() => commandsOf(flow), [flow, commandsOf]) };
}
