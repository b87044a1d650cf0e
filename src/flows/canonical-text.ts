import { isMachineSnapshot, StateMachine, StateNode } from 'xstate';
import { digest } from './digest.ts';
import { relativeTime } from './frozen.ts';

/** Equal exactly for values that behave the same, also where JSON is. Plain data reads as JSON. */

const numbers = new WeakMap<object, number>();
let count = 0;

function identity(value: object): number {
  const known = numbers.get(value) ?? ++count;
  numbers.set(value, known);
  return known;
}

/** How a value is read: `texts` are kept if it is given, and what is longer than `longest` is given as a digest. */
interface Reading {
  readonly texts?: Map<object, string>;
  readonly longest: number;
  /** Times are given as their distance from now. */
  readonly elapsed?: number;
}

const whole: Reading = { texts: new Map(), longest: Number.POSITIVE_INFINITY };
const brief: Reading = { texts: new Map(), longest: 200 };
const freshly: Reading = { longest: brief.longest };

/** Texts are kept by strong references, which are far cheaper to collect than weak ones, until another exploration begins. */
export function forgetTexts(): void {
  for (const { texts } of [whole, brief]) texts?.clear();
}

/** Before a digest; JSON escapes it in texts. */
const digestMark = '\u0001';

export const hasDigest = (text: string) => text.includes(digestMark);

/** The outermost object that the last text pointed back to; texts with such pointers are not kept. */
let reachesBack = Number.POSITIVE_INFINITY;

function read(value: unknown, reading: Reading): string {
  reachesBack = Number.POSITIVE_INFINITY;
  return textOf(value, [], reading);
}

export const canonicalText = (value: unknown) => read(value, whole);

/** Equal where `canonicalText` is; its length does not grow with the value. */
export const briefText = (value: unknown) => read(value, brief);

/** A text other than `briefText` shows that the value was mutated. @param texts what was read since code last ran */
export const freshText = (value: unknown, texts?: Map<object, string>) =>
  read(value, texts ? { ...freshly, texts } : freshly);

/** As `briefText`, but equal for moments that differ only in when they are. @param elapsed milliseconds */
export const timelessText = (value: unknown, elapsed: number) =>
  read(value, { longest: brief.longest, elapsed });

const timeIn = (value: number | string, { elapsed }: Reading) =>
  elapsed === undefined ? undefined : relativeTime(value, elapsed);

function textOf(value: unknown, way: object[], reading: Reading): string {
  switch (typeof value) {
    case 'string':
      return timeIn(value, reading) ?? shortened(JSON.stringify(value), reading);
    case 'number':
      return timeIn(value, reading) ?? (Object.is(value, -0) ? '-0' : String(value));
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return String(value);
    case 'function':
      return `function ${value.name}#${identity(value)}`;
    case 'object':
      return value === null ? 'null' : objectText(value, way, reading);
    default:
      return String(value);
  }
}

const shortened = (text: string, { longest }: Reading) =>
  text.length > longest ? digestMark + digest(text) : text;

function objectText(value: object, way: object[], reading: Reading): string {
  const known = reading.texts?.get(value);
  if (known !== undefined) return known;
  const depth = way.indexOf(value);
  if (depth >= 0) {
    reachesBack = Math.min(reachesBack, depth);
    return `^${way.length - depth}`;
  }
  const outer = reachesBack;
  reachesBack = Number.POSITIVE_INFINITY;
  way.push(value);
  const text = shortened(partsText(value, way, reading), reading);
  way.pop();
  if (reachesBack >= way.length) reading.texts?.set(value, text);
  if (reachesBack >= way.length) reachesBack = Number.POSITIVE_INFINITY;
  reachesBack = Math.min(reachesBack, outer);
  return text;
}

function partsText(value: object, way: object[], reading: Reading): string {
  if (isMachineSnapshot(value))
    return `snapshot${textOf([value.status, value.value, value.context], way, reading)}`;
  if (Array.isArray(value)) {
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      text += `${index > 0 ? ',' : ''}${index in value ? textOf(value[index], way, reading) : ''}`;
    }
    return `${text}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return fieldsText(value, way, reading);
  const inner = (part: unknown) => textOf(part, way, reading);
  return specialText(value, inner) ?? instanceText(value, way, reading);
}

function fieldsText(value: object, way: object[], reading: Reading): string {
  let text = '{';
  for (const key of Object.keys(value)) {
    text += `${text.length > 1 ? ',' : ''}${keyText(key)}:${textOf(Reflect.get(value, key), way, reading)}`;
  }
  return `${text}}`;
}

const keyTexts = new Map<string, string>();

function keyText(key: string): string {
  const known = keyTexts.get(key) ?? JSON.stringify(key);
  keyTexts.set(key, known);
  return known;
}

const isActor = (value: object): value is { id: unknown } =>
  'sessionId' in value && 'send' in value && 'id' in value;

function specialText(value: object, inner: (part: unknown) => string): string | undefined {
  if (value instanceof Map) {
    return `Map{${[...value].map(([key, part]) => `${inner(key)}=>${inner(part)}`).join(',')}}`;
  }
  if (value instanceof Set) return `Set{${[...value].map(inner).join(',')}}`;
  if (value instanceof Date) return `Date(${inner(value.getTime())})`;
  if (value instanceof RegExp) return `${value}@${value.lastIndex}`;
  if (value instanceof Error) {
    const { name, message, cause } = value;
    return `${name}(${JSON.stringify(message)},${inner({ ...value, cause })})`;
  }
  if (ArrayBuffer.isView(value) && Symbol.iterator in value) {
    // biome-ignore lint/plugin: every view but DataView is an array of numbers.
    return `${value.constructor.name}[${[...(value as unknown as Iterable<unknown>)].map(String).join(',')}]`;
  }
  if (isActor(value)) return `actor(${String(value.id)})`;
  if (value instanceof StateNode || value instanceof StateMachine) return `${value.id}#${identity(value)}`;
  if ('href' in value && 'origin' in value) return `URL(${String(value)})`;
  return undefined;
}

/** A value without fields (a file, a promise) is distinguished by its identity. */
function instanceText(value: object, way: object[], reading: Reading): string {
  const fields = fieldsText(value, way, reading);
  return `${value.constructor?.name ?? 'object'}${fields === '{}' ? `#${identity(value)}` : fields}`;
}

/** As deep as a context usually is. */
const deepest = 6;

/** Both are plain data with the same parts in the same order, and so have the same text; what it cannot tell is not alike. */
export function isAlike(one: unknown, two: unknown, depth = 0): boolean {
  if (Object.is(one, two)) return true;
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false;
  const prototype: unknown = Object.getPrototypeOf(one);
  if (prototype !== Object.getPrototypeOf(two) || depth > deepest) return false;
  const isList = prototype === Array.prototype;
  if (!isList && prototype !== Object.prototype) return false;
  if (isList && Reflect.get(one, 'length') !== Reflect.get(two, 'length')) return false;
  const [names, others] = [Object.keys(one), Object.keys(two)];
  return (
    names.length === others.length &&
    names.every(
      (name, at) => name === others[at] && isAlike(Reflect.get(one, name), Reflect.get(two, name), depth + 1),
    )
  );
}

/** Of one exploration: which objects appear at several places of a plain object. */
export class SharedParts {
  readonly #texts = new Map<string, string>();
  readonly #numbers = new Map<object, number>();

  /** Empty if no object appears twice. Depends on nothing but which objects its parts are, in order. */
  in(value: object): string {
    let parts = '';
    for (const part of Object.values(value))
      if (typeof part === 'object' && part !== null) parts += `${this.#numberOf(part)} `;
    const text = this.#texts.get(parts) ?? sharedText(value);
    this.#texts.set(parts, text);
    return text;
  }

  #numberOf(part: object): number {
    const known = this.#numbers.get(part);
    if (known !== undefined) return known;
    this.#numbers.set(part, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Goes into an object where it is met first. */
function eachObject(value: unknown, seen: Set<object>, tell: (part: object) => void): void {
  if (typeof value !== 'object' || value === null) return;
  tell(value);
  if (seen.has(value)) return;
  seen.add(value);
  const parts =
    value instanceof Map
      ? [...value].flat()
      : value instanceof Set
        ? value
        : isActor(value)
          ? []
          : Object.values(value);
  for (const part of parts) eachObject(part, seen, tell);
}

/** Empty if no object appears twice. */
export function sharedText(value: object): string {
  const places = new Map<object, number>();
  const repeats: string[] = [];
  let place = 0;
  eachObject(value, new Set(), (part) => {
    place += 1;
    const first = places.get(part);
    if (first === undefined) places.set(part, place);
    else repeats.push(`${place}=${first}`);
  });
  return repeats.join(' ');
}
