import type { AnyStateMachine } from 'xstate';

/** The machine as Stately Studio imports it: names instead of code. */
export const statelyJson = ({ config }: AnyStateMachine): string => `${JSON.stringify(config, null, 2)}\n`;
