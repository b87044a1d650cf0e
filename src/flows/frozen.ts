/** What machines read besides their context and events: the time, and chance. */
export interface Surroundings {
  /** Milliseconds since the start of the path. */
  elapsed: () => number;
  /** The context in which a value is drawn: one that is there already is not drawn again. */
  context: () => unknown;
  /** Is told that the machine asked. */
  asked: (what: 'time' | 'chance') => void;
}

/** 1 January 2030, 00:00:00.123 UTC; the odd milliseconds tell it from a date that somebody typed. */
const epoch = Date.UTC(2030, 0, 1) + 123;

/** `performance.now()` at the start of a path. */
const origin = 4099.627;

const year = 366 * 86_400_000;

/** A time that was read, or calculated from one, as its distance from now; otherwise undefined. */
export function relativeTime(value: number | string, elapsed: number): string | undefined {
  const time =
    typeof value === 'number'
      ? value
      : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
        ? Date.parse(value)
        : Number.NaN;
  if (Math.abs(time - epoch) < year) return `now${time - epoch - elapsed}`;
  const sinceOrigin = time - origin - elapsed;
  return Math.abs(sinceOrigin - Math.round(sinceOrigin)) < 1e-6 && Math.abs(sinceOrigin) < year
    ? `tick${Math.round(sinceOrigin)}`
    : undefined;
}

/** The `count`th value of a sequence of fractions that is the same in every run. */
function fraction(count: number): number {
  const mixed = Math.imul(count ^ (count >>> 15), 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0) / 2 ** 32;
}

function textsIn(value: unknown, texts: string[] = [], seen = new Set<unknown>()): string[] {
  if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
  if (typeof value !== 'object' || value === null || seen.has(value)) return texts;
  seen.add(value);
  const parts = value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : [];
  const { id } = Object(value);
  if ('sessionId' in value) texts.push(String(id));
  else for (const part of [...parts, ...Object.values(value)]) textsIn(part, texts, seen);
  return texts;
}

const hexadecimal = (bytes: Uint8Array) =>
  [...bytes.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** As it is, and as ids are often made of it. */
const formsOf = (drawn: number) => [String(drawn), drawn.toString(36).slice(2, 8)];

/** What is replaced while machines run, and of what kind it is then. */
interface Replaced {
  Date: DateConstructor;
  random: () => number;
  now: () => number;
}

let replaced: Replaced | undefined;

/** Whose code runs; undefined while the tool's own does. */
let current: { around: Surroundings; drawn: number } | undefined;

/** The next value that the context does not hold in one of its forms. */
function draw<Value>(
  from: NonNullable<typeof current>,
  make: (count: number) => Value,
  forms: (value: Value) => readonly string[],
): Value {
  from.around.asked('chance');
  const taken = textsIn(from.around.context());
  for (;;) {
    from.drawn += 1;
    const value = make(from.drawn);
    if (!forms(value).some((form) => taken.some((text) => text.includes(form)))) return value;
  }
}

function frozenNow(): number {
  if (!current) return replaced?.Date.now() ?? 0;
  current.around.asked('time');
  return epoch + current.around.elapsed();
}

const FrozenDate = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [frozenNow()] : given, made),
  apply: (date) => new date(frozenNow()).toString(),
  get: (date, key) => (key === 'now' ? frozenNow : Reflect.get(date, key)),
});

const frozenRandom = () => (current ? draw(current, fraction, formsOf) : (replaced?.random() ?? 0));

function frozenPerformance(): number {
  if (!current) return replaced?.now.call(performance) ?? 0;
  current.around.asked('time');
  return origin + current.around.elapsed();
}

const { crypto } = globalThis;
const chance = Object.getPrototypeOf(crypto);

function frozenUuid(): ReturnType<Crypto['randomUUID']> {
  if (!current) return chance.randomUUID.call(crypto);
  const make = (number: number): ReturnType<Crypto['randomUUID']> =>
    `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
  return draw(current, make, (id) => [id]);
}

function frozenBytes<Numbers extends ArrayBufferView | null>(numbers: Numbers): Numbers {
  if (!current || numbers === null) return chance.getRandomValues.call(crypto, numbers);
  const all = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const fill = (start: number) => {
    for (const index of all.keys()) all[index] = Math.floor(fraction(start * 65_537 + index) * 256);
    return numbers;
  };
  return draw(current, fill, () => [hexadecimal(all), String(Object.values(numbers)[0])]);
}

/** Around much work: what `frozen` replaces is replaced once, and is as ever where the tool's own code runs. */
export function readyToFreeze<Result>(work: () => Result): Result {
  if (replaced) return work();
  replaced = { Date, random: Math.random, now: performance.now };
  globalThis.Date = FrozenDate;
  Math.random = frozenRandom;
  performance.now = frozenPerformance;
  Object.defineProperty(crypto, 'randomUUID', { value: frozenUuid, configurable: true });
  Object.defineProperty(crypto, 'getRandomValues', { value: frozenBytes, configurable: true });
  try {
    return work();
  } finally {
    globalThis.Date = replaced.Date;
    Math.random = replaced.random;
    performance.now = replaced.now;
    Reflect.deleteProperty(crypto, 'randomUUID');
    Reflect.deleteProperty(crypto, 'getRandomValues');
    replaced = undefined;
  }
}

/**
 * Runs code on the tool's own clock and with the same chance in each run, so that a path means the same whenever it
 * is walked. Each event draws from the beginning, without what the context holds already: ids stay distinct, and a
 * removed one can come again.
 */
export function frozen<Result>(surroundings: Surroundings, work: () => Result): Result {
  if (!replaced) return readyToFreeze(() => frozen(surroundings, work));
  const outer = current;
  current = { around: surroundings, drawn: 0 };
  try {
    return work();
  } finally {
    current = outer;
  }
}
