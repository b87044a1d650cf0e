import type { AnyStateMachine, createEmptyActor, ExecutableActionObject } from 'xstate';

type Scope = NonNullable<Parameters<AnyStateMachine['transition']>[2]>;

export function scopeOf(
  self: ReturnType<typeof createEmptyActor>,
  perform: (action: ExecutableActionObject) => void,
): Scope {
  // biome-ignore lint/plugin: XState exports no type of a scope that is made by others.
  return {
    self,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    system: self.system,
    stopChild: () => {},
    emit: () => {},
    actionExecutor: perform,
  } as unknown as Scope;
}
