import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  type InputFrom,
  type InspectionEvent,
} from 'xstate';
import { keysOf } from '#contract/unknown-values.ts';
import type { Timers } from '#web/api/timers.ts';
import type { FlowActor, FlowName } from '#web/hooks/flow-actors.ts';
import type { Flow, Flows, LazyFlows, SpawnedFlow, SpawnedFlows } from '#web/hooks/flow-port.ts';
import { partNotLoaded } from '#web/hooks/late-view.tsx';
import { type Lazy, lazily } from '#web/hooks/lazily.ts';
import type { AppSurroundings } from './flows.ts';
import {
  flowNames,
  type LastingFlow,
  type Registration,
  flows as registered,
  spawnedFlows,
} from './flows.ts';
import { createRootMachine, type ReadyFlow, type RootEvent } from './root-machine.ts';

export type LoadedFlows = Readonly<Record<string, Flow<AnyStateMachine, AppSurroundings>>>;

/** For an app that loads nothing on demand. */
export interface Preloaded {
  flows: LoadedFlows;
  spawned: { readonly [Name in keyof SpawnedFlows]: SpawnedFlow<Name, AppSurroundings> };
}

/** Runs the flows of the list: early ones from the start, late ones from when they are loaded. */
export function runFlows(
  around: AppSurroundings,
  options: { clock: Timers; inspect?: (event: InspectionEvent) => void },
  preloaded: Preloaded | null,
) {
  const registrations: Readonly<Record<LastingFlow, Registration>> = registered;
  const ready = (name: LastingFlow, flow: Flow<AnyStateMachine, AppSurroundings>): ReadyFlow => ({
    name,
    machine: around.adapt(flow.provide(around)),
    onArrival: (arrival) => flow.onArrival?.(arrival, around) ?? null,
  });

  const running = flowNames.flatMap((name) => {
    const flow = registrations[name].early ?? preloaded?.flows[name];
    return flow === undefined ? [] : [ready(name, flow)];
  });
  const root = createActor(
    createRootMachine([...running], () => running),
    options,
  );
  const children = (): Readonly<Record<string, AnyActorRef | undefined>> => root.getSnapshot().children;

  const kept = new Map<string, AnyEventObject>();
  const lazies = new Map<string, Lazy<true>>(
    flowNames.flatMap((name) => {
      const { late } = registrations[name];
      if (late === undefined) return [];
      const load = async (): Promise<true> => {
        const flow = ready(name, await late());
        running.push(flow);
        root.send({ type: 'flow.loaded', flow });
        const event = kept.get(name);
        if (event !== undefined) children()[name]?.send(event);
        kept.delete(name);
        return true;
      };
      return [[name, lazily(load, preloaded && true)]];
    }),
  );

  // biome-ignore lint/plugin: the list has a machine of this name's type.
  const get = <Name extends FlowName>(name: Name) => children()[name] as FlowActor<Name> | undefined;
  function present<Name extends FlowName>(name: Name): FlowActor<Name> {
    const actor = get(name);
    if (actor === undefined)
      throw new Error(`The flow "${name}" is not loaded yet: is it in src/web/app/flows.ts?`);
    return actor;
  }
  const flows: Flows = {
    get,
    async load(name) {
      await lazies.get(name)?.load();
      return present(name);
    },
    read(name) {
      lazies.get(name)?.read();
      return present(name);
    },
    send(name, event, { keeps = false } = {}) {
      const actor: AnyActorRef | undefined = get(name);
      if (actor !== undefined) return actor.send(event);
      if (keeps) kept.set(name, event);
      flows.load(name).then(
        (loaded: AnyActorRef) => keeps || loaded.send(event),
        () => keeps || around.notices.show(partNotLoaded),
      );
    },
    open(name, use) {
      spawned[name].load().then(use, () => around.notices.show(partNotLoaded));
    },
    loadAll: () => Promise.all([...lazies.values(), ...Object.values(spawned)].map((lazy) => lazy.load())),
  };

  const spawner = <Name extends keyof SpawnedFlows>(
    load: () => Promise<SpawnedFlow<Name, AppSurroundings>>,
    given: SpawnedFlow<Name, AppSurroundings> | undefined,
  ): Lazy<SpawnedFlows[Name]> => lazily(async () => (await load())(around), given?.(around));
  const spawned: LazyFlows = {
    upload: spawner<'upload'>(spawnedFlows.upload, preloaded?.spawned.upload),
    notesAutosave: spawner<'notesAutosave'>(spawnedFlows.notesAutosave, preloaded?.spawned.notesAutosave),
    analysis: spawner<'analysis'>(spawnedFlows.analysis, preloaded?.spawned.analysis),
    transcriptImport: spawner<'transcriptImport'>(
      spawnedFlows.transcriptImport,
      preloaded?.spawned.transcriptImport,
    ),
  };

  // biome-ignore lint/plugin: the names are those of the list.
  const accessors = Object.fromEntries(
    keysOf(registered).map((name) => [name, () => present(name)]),
  ) as unknown as { readonly [Name in LastingFlow]: () => FlowActor<Name> };
  const send = (event: RootEvent) => root.send(event);
  function spawn<Machine extends AnyStateMachine>(
    id: string,
    machine: Machine,
    input: () => InputFrom<Machine>,
  ): ActorRefFrom<Machine> {
    if (children()[id] === undefined) send({ type: 'flow.opened', id, machine, input: input() });
    // biome-ignore lint/plugin: only the caller that makes an id knows its machine.
    return children()[id] as ActorRefFrom<Machine>;
  }
  return { root, send, children, spawn, flows, spawned, accessors };
}

export type RunningFlows = ReturnType<typeof runFlows>;
