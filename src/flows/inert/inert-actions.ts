import type { AnyActorRef } from 'xstate';
import { reasonOf } from '../present.ts';
import { isRecord, recordOf } from '../stable-json.ts';
import { asList, type Code, codeOf } from './code.ts';

class CodeFailure extends Error {
  override readonly name = 'CodeFailure';
  constructor(code: string, cause: unknown) {
    super(`${code} throws: ${reasonOf(cause)}`, { cause });
  }
}

/** Keeps the function's own properties. */
export function named<Wrapped extends Code>(name: string, wrapped: Wrapped): Wrapped {
  return Object.defineProperty(wrapped, 'name', { value: name, configurable: true });
}

/** Errors say which code threw them. */
export function watched(code: string, original: Code): Code {
  const wrapped: Code = (...given) => {
    try {
      return original(...given);
    } catch (error) {
      throw error instanceof CodeFailure ? error : new CodeFailure(code, error);
    }
  };
  return named(original.name, Object.assign(wrapped, original));
}

export interface ActionHost {
  actorNamed(name: string): string;
  logicFor(src: object, name: string | undefined): { actorName: string };
  actionNamed(name: string): void;
  spawned(actor: AnyActorRef, input: unknown): void;
}

export const isBuiltIn = (action: unknown): action is Code & Record<string, unknown> =>
  typeof action === 'function' && 'resolve' in action;

function freeId(name: string, taken: ReadonlySet<string>): string {
  let id = name;
  for (let count = 2; taken.has(id); count += 1) {
    id = `${name} ${count}`;
  }
  return id;
}

type Spawn = (src: unknown, options?: Record<string, unknown>) => AnyActorRef;

/** XState's spawn with inert logic, and ids that are the same in every run. */
function inertSpawn(host: ActionHost, spawn: Spawn, takenIds: () => Set<string>): Spawn {
  let taken: Set<string> | undefined;
  return (src, options) => {
    const given = typeof options?.id === 'string' ? options.id : undefined;
    taken ??= takenIds();
    const logic = typeof src === 'string' ? host.actorNamed(src) : host.logicFor(Object(src), given);
    const id = given ?? freeId(typeof logic === 'string' ? logic : logic.actorName, taken);
    taken.add(id);
    const actor = spawn(logic, { ...options, id });
    host.spawned(actor, recordOf(recordOf(actor).options).input);
    return actor;
  };
}

const childrenOf = (snapshot: unknown) => new Set(Object.keys(recordOf(recordOf(snapshot).children)));

export function withInertSpawn(host: ActionHost, assignment: Code, taken: () => Set<string>): Code {
  return (given, params) => {
    // biome-ignore lint/plugin: XState gives every assignment its `spawn`.
    const args = given as { spawn: Spawn };
    return assignment({ ...args, spawn: inertSpawn(host, args.spawn, taken) }, params);
  };
}

function inertAssignment(host: ActionHost, assignment: unknown, taken: () => Set<string>): unknown {
  if (typeof assignment === 'function') return withInertSpawn(host, codeOf(assignment), taken);
  return Object.fromEntries(
    Object.entries(recordOf(assignment)).map(([key, value]) => [
      key,
      typeof value === 'function' ? withInertSpawn(host, codeOf(value), taken) : value,
    ]),
  );
}

const builtInName = (type: unknown) => String(type).replace('xstate.', '');

function inertBuiltIn(host: ActionHost, action: Code & Record<string, unknown>, place: string): unknown {
  const resolve = codeOf(action.resolve);
  const made = named(
    action.name,
    Object.assign(() => {}, action),
  );
  const parts: Record<string, unknown> = { ...action };
  let before: unknown;
  let taken: Set<string> | undefined;
  if (action.type === 'xstate.assign') {
    parts.assignment = inertAssignment(host, action.assignment, () => {
      taken ??= childrenOf(before);
      return taken;
    });
  }
  const label = `${builtInName(action.type)} ${place}`;
  return Object.assign(made, {
    resolve: watched(label, (scope, snapshot, args, params, own, extra) => {
      switch (action.type) {
        case 'xstate.assign':
          before = snapshot;
          taken = undefined;
          return resolve(scope, snapshot, args, params, parts, extra);
        case 'xstate.spawnChild': {
          const id = typeof action.id === 'function' ? action.id(args) : action.id;
          const given = typeof id === 'string' ? id : undefined;
          const src =
            typeof action.src === 'string'
              ? host.actorNamed(action.src)
              : host.logicFor(Object(action.src), given);
          const name = typeof src === 'string' ? src : src.actorName;
          return resolve(
            scope,
            snapshot,
            args,
            params,
            { ...action, src, id: given ?? freeId(name, childrenOf(snapshot)) },
            extra,
          );
        }
        case 'xstate.enqueueActions': {
          const [next, made, actions] = asList(resolve(scope, snapshot, args, params, action, extra));
          const inert = asList(actions).map((one, index) =>
            inertAction(host, one, `${index + 1} enqueued ${place}`),
          );
          return [next, made, inert];
        }
        default:
          return resolve(scope, snapshot, args, params, own, extra);
      }
    }),
  });
}

/** Replaces a function by a name for model and replay. @param place such as `1 on entry of door.open` */
export function inertAction(host: ActionHost, action: unknown, place: string): unknown {
  if (isBuiltIn(action)) return inertBuiltIn(host, action, place);
  if (typeof action === 'function') {
    const name = `action ${place}`;
    host.actionNamed(name);
    return { type: name };
  }
  const name = typeof action === 'string' ? action : isRecord(action) ? action.type : undefined;
  if (typeof name === 'string') host.actionNamed(name);
  return action;
}
