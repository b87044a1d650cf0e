import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { recordOf } from '#flows/stable-json.ts';
import { childrenOf, initialTargets, listOf } from '#flows/state-nodes.ts';
import { allStates, allTransitions, isWithin, stateId } from '#flows/transitions.ts';
import { camelCase } from '#flows/words.ts';

interface InvokeConfig {
  id?: string;
  src?: unknown;
  onError?: unknown;
}

/** An unhandled failure would stop the whole machine. */
function invokeProblems(node: AnyStateNode): string[] {
  return listOf(node.config.invoke)
    .map((invoke): InvokeConfig => recordOf(invoke))
    .flatMap(({ id, src, onError }) => {
      const actor = typeof src === 'string' ? src : 'an inline actor';
      return [
        ...(typeof src === 'string' && !(src in node.machine.implementations.actors)
          ? [`${stateId(node)} invokes ${actor}, which is not declared`]
          : []),
        ...(id === src ? [] : [`${stateId(node)} invokes ${actor} under another id (${id ?? 'none'})`]),
        ...(onError === undefined && !isMachine(node.machine.implementations.actors[actor])
          ? [`${stateId(node)} invokes ${actor} without onError`]
          : []),
      ];
    });
}

const isMachine = (actor: unknown) => actor instanceof StateMachine;

/** A misspelled delay compiles and fires after 0 ms (xstate issue 5375). */
function delayProblems(node: AnyStateNode): string[] {
  const declared = Object.keys(node.machine.implementations.delays);
  return Object.keys(node.config.after ?? {})
    .filter((delay) => !declared.includes(delay))
    .map((delay) => `${stateId(node)} waits for "${delay}", which is not a declared delay`);
}

function unusedDelays(machine: AnyStateMachine): string[] {
  const nodes = allStates(machine);
  const actions = nodes.flatMap((node) => [
    ...node.entry,
    ...node.exit,
    ...allTransitionsOf(node).flatMap(({ definition }) => definition.actions),
  ]);
  const used = new Set<unknown>([
    ...nodes.flatMap((node) => Object.keys(node.config.after ?? {})),
    ...actions.map((action) => (typeof action === 'function' && 'delay' in action ? action.delay : null)),
  ]);
  return Object.keys(machine.implementations.delays)
    .filter((delay) => !used.has(delay))
    .map((delay) => `the delay ${delay} is not used`);
}

function isNamelessAction(action: unknown): boolean {
  return typeof action === 'function' && !('resolve' in action);
}

function actionProblems(node: AnyStateNode): string[] {
  const actions = [
    ...node.entry,
    ...node.exit,
    ...allTransitionsOf(node).flatMap(({ definition }) => definition.actions),
  ];
  return actions.some(isNamelessAction) ? [`${stateId(node)} has an action without a name`] : [];
}

function allTransitionsOf(node: AnyStateNode) {
  return allTransitions(node.machine as AnyStateMachine).filter(({ source }) => source === node);
}

/** Ignores guards. */
function unreachableStates(machine: AnyStateMachine): AnyStateNode[] {
  const transitions = allTransitions(machine);
  const active = new Set<AnyStateNode>();
  const enteredByDefault = new Set<AnyStateNode>();

  const activate = (node: AnyStateNode): void => {
    if (active.has(node)) {
      return;
    }
    active.add(node);
    if (node.parent) {
      activate(node.parent);
    }
    if (node.type === 'parallel') {
      childrenOf(node).forEach(enter);
    }
    for (const target of transitions.filter(({ source }) => source === node).flatMap((one) => one.targets)) {
      enter(target);
    }
  };
  const enter = (node: AnyStateNode): void => {
    if (enteredByDefault.has(node)) {
      return;
    }
    enteredByDefault.add(node);
    activate(node);
    if (node.type === 'compound' || node.type === 'history') {
      const defaults = node.type === 'compound' ? node.initial.target : historyDefault(node);
      for (const target of defaults) {
        enter(target);
      }
    }
  };

  enter(machine.root);
  return allStates(machine).filter((node) => !active.has(node));
}

function historyDefault(node: AnyStateNode): readonly AnyStateNode[] {
  const { target } = node.config;
  const sibling = typeof target === 'string' ? node.parent?.states[target] : undefined;
  return sibling ? [sibling] : node.parent ? initialTargets(node.parent) : [];
}

function hasWayOut(node: AnyStateNode, machine: AnyStateMachine): boolean {
  return allTransitions(machine).some(
    ({ source, targets }) =>
      isWithin(node, source) && targets.some((target) => target !== node && !isWithin(target, node)),
  );
}

/** Checks what neither the compiler nor XState checks. @returns one line per violation */
export function chartProblems(machine: AnyStateMachine, name: string): string[] {
  const states = allStates(machine);
  const [, ...inner] = states;
  return [
    ...(machine.id === camelCase(name) ? [] : [`id is ${machine.id}, not ${camelCase(name)}`]),
    ...inner.filter((node) => !node.description?.trim()).map((node) => `${stateId(node)} has no description`),
    ...inner
      .filter((node) => !/^[a-z][A-Za-z\d]*$/.test(node.key))
      .map((node) => `${stateId(node)} is not named in camelCase`),
    ...states.flatMap(delayProblems),
    ...unusedDelays(machine),
    ...states.flatMap(invokeProblems),
    ...states.flatMap(actionProblems),
    ...unreachableStates(machine).map((node) => `${stateId(node)} is unreachable`),
    ...inner
      .filter((node) => node.type === 'atomic' && !hasWayOut(node, machine))
      .map((node) => `${stateId(node)} has no way out and is not final`),
  ];
}
