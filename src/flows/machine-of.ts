import { type AnyStateMachine, createMachine } from 'xstate';

/** XState's types are for literal configs. Throws if the config is invalid. */
export function machineOf(config: object, implementations: object): AnyStateMachine {
  // biome-ignore lint/plugin: the config is data, whose form XState checks as it runs.
  return createMachine(config as never, implementations as never) as unknown as AnyStateMachine;
}
