import type { ActorRefFrom } from 'xstate';
import type { FlowMachines } from '#machines/index.ts';

export type { FlowMachines };
/** As in the catalogue of charts. */
export type FlowName = keyof FlowMachines;
export type FlowActor<Name extends FlowName> = ActorRefFrom<FlowMachines[Name]>;
