import type { AnyStateNode } from 'xstate';
import type { Flow } from '../flow.ts';
import { actionName, type ChartTransition } from '../transitions.ts';
import { duration, words } from '../words.ts';

export type TransitionKind = 'plain' | 'success' | 'failure' | 'delay' | 'automatic';

const failedTag = 'failed';

/** Not what a person refuses or rejects: that is a choice. */
const failureName = /(?:^|[._-])(?:failed|lost|expired)$/;

export function kindOf({ trigger, targets }: ChartTransition): TransitionKind {
  if (trigger.kind === 'delay') {
    return 'delay';
  }
  if (
    trigger.kind === 'actorError' ||
    (trigger.kind === 'event' && failureName.test(trigger.type)) ||
    targets.some((target) => target.tags.includes(failedTag))
  ) {
    return 'failure';
  }
  switch (trigger.kind) {
    case 'actorDone':
    case 'stateDone':
      return 'success';
    case 'always':
      return 'automatic';
    default:
      return 'plain';
  }
}

/** `5 minutes`, or the name of a dynamic delay. */
function delayWords(source: AnyStateNode, delay: string): string {
  const value: unknown = source.machine.implementations.delays[delay];
  return typeof value === 'number' ? duration(value) : `the ${words(delay)}`;
}

/** XState's own name for an actor without one is its place: `0.door.open`. */
const isNamed = (actor: string) => !/^\d+\./.test(actor);

export function whenWords({ source, trigger }: ChartTransition): string {
  switch (trigger.kind) {
    case 'event':
      return trigger.type === '*' ? 'on anything else' : words(trigger.type);
    case 'delay':
      return `after ${delayWords(source, trigger.delay)}`;
    case 'actorDone':
      return isNamed(trigger.actor) ? `when “${words(trigger.actor)}” is done` : 'when done';
    case 'actorError':
      return isNamed(trigger.actor) ? `if “${words(trigger.actor)}” fails` : 'if it fails';
    case 'actorSnapshot':
      return `when “${words(trigger.actor)}” changes`;
    case 'stateDone':
      return 'when finished';
    case 'always':
      return 'at once';
  }
}

function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  let isText = false;
  for (const letter of list) {
    isText = letter === '"' ? !isText : isText;
    depth += isText ? 0 : '({['.includes(letter) ? 1 : ')}]'.includes(letter) ? -1 : 0;
    if (letter === ',' && depth === 0 && !isText) {
      parts.push('');
    } else {
      parts[parts.length - 1] += letter;
    }
  }
  return parts.map((part) => part.trim());
}

/** `"#media.power.on"` and `{"power":"on"}` as `power › on`. */
function stateValueTitle(given: unknown): string {
  if (typeof given === 'string') {
    const path = given.startsWith('#') ? given.split('.').slice(1) : given.split('.');
    return (path.length > 0 ? path : [given.slice(1)]).map(words).join(' › ');
  }
  return Object.entries(given ?? {})
    .map(([key, inner]) => [words(key), stateValueTitle(inner)].filter(Boolean).join(' › '))
    .join(' and ');
}

/** `and(a, or(b, not(c)))` as `a and (b or not c)`. */
export function guardWords(guard: string, isPart = false): string {
  const [, name = guard, inner] = /^([^(]+)\((.*)\)$/s.exec(guard) ?? [];
  if (inner === undefined) {
    return words(name);
  }
  if (name === 'stateIn') {
    return `in ${stateValueTitle(JSON.parse(inner))}`;
  }
  if (inner.startsWith('{') || inner.startsWith('"') || inner.startsWith('[')) {
    const [given]: [unknown] = JSON.parse(`[${inner}]`);
    const values = (typeof given === 'object' ? Object.values(given ?? {}) : [given])
      .map((value) => (typeof value === 'string' ? words(value) : JSON.stringify(value)))
      .join(', ');
    return `${words(name)} ${values}`;
  }
  const parts = partsOf(inner).map((part) => guardWords(part, true));
  if (name === 'not') {
    return `not ${parts.join(', ')}`;
  }
  const joined = parts.join(name === 'and' || name === 'or' ? ` ${name} ` : ', ');
  return isPart && parts.length > 1 ? `(${joined})` : joined;
}

/** What a guard's name may begin with, if it says what its machine does or is. */
const verb = /^(asks|came|can|has|lacks|leads|leaves|may|must|names|needs|opens|passes|raises|starts|was) /;

/** After an `if`: `isOutdated` as `outdated`, `hasToken` as `it has token`, `areSeveralUsable` as `several are usable`. */
function conditionOf(guard: string): string {
  return guardWords(guard)
    .replace(/(^|\b(?:not|and|or) )is /g, '$1')
    .replace(/^are (\S+) /, '$1 are ')
    .replace(verb, 'it $1 ');
}

/** `1. if phrase matches`, `2. otherwise`; no number for a single one. */
export function conditionWords({ guard, index, count }: ChartTransition): string {
  const number = count > 1 ? `${index + 1}. ` : '';
  if (guard !== undefined) {
    return `${number}if ${conditionOf(guard)}`;
  }
  return count > 1 ? `${number}otherwise` : '';
}

/** In words of `moves`: what it does to money, or to what it buys. */
export function movedBy({ source, trigger, actions }: ChartTransition, moves: Flow['moves'] = {}): string[] {
  const ended =
    trigger.kind === 'actorDone' ? source.invoke.find(({ id }) => id === trigger.actor)?.src : undefined;
  return [...actions, ...(typeof ended === 'string' ? [ended] : [])].flatMap((name) => moves[name] ?? []);
}

const builtIn = /^xstate\./;

export function actionWords(actions: readonly string[], names: Flow['words'] = {}): string {
  return actions
    .filter((action) => !builtIn.test(action) && names[action] !== '')
    .map((action) => names[action] ?? words(action))
    .join(', ');
}

export function listedActions(actions: readonly unknown[], names?: Flow['words']): string {
  return actionWords(actions.map(actionName), names);
}
