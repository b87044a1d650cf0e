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

/**
 * Runs code on the tool's own clock and with the same chance in each run, so that a path means the same whenever it
 * is walked. Each event draws from the beginning, without what the context holds already: ids stay distinct, and a
 * removed one can come again.
 */
export function frozen<Result>({ elapsed, context, asked }: Surroundings, work: () => Result): Result {
  const real = { Date, random: Math.random, now: performance.now };
  const { crypto } = globalThis;
  let count = 0;
  /** The next value that the context does not hold in one of its forms. */
  const next = <Value>(
    make: (count: number) => Value,
    formsOf: (value: Value) => readonly string[],
  ): Value => {
    asked('chance');
    const taken = textsIn(context());
    for (;;) {
      count += 1;
      const value = make(count);
      if (!formsOf(value).some((form) => taken.some((text) => text.includes(form)))) return value;
    }
  };
  const now = () => {
    asked('time');
    return epoch + elapsed();
  };
  const bytes = <Numbers extends ArrayBufferView | null>(numbers: Numbers): Numbers => {
    if (numbers === null) return numbers;
    const all = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const fill = (start: number) => {
      for (const index of all.keys()) all[index] = Math.floor(fraction(start * 65_537 + index) * 256);
      return numbers;
    };
    return next(fill, () => [hexadecimal(all), String(Object.values(numbers)[0])]);
  };
  const uuid = () =>
    next(
      (number): ReturnType<Crypto['randomUUID']> =>
        `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
      (id) => [id],
    );
  globalThis.Date = new Proxy(real.Date, {
    construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made),
    apply: () => new real.Date(now()).toString(),
    get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
  });
  Math.random = () => next(fraction, formsOf);
  performance.now = () => {
    asked('time');
    return origin + elapsed();
  };
  Object.defineProperty(crypto, 'randomUUID', { value: uuid, configurable: true });
  Object.defineProperty(crypto, 'getRandomValues', { value: bytes, configurable: true });
  try {
    return work();
  } finally {
    globalThis.Date = real.Date;
    Math.random = real.random;
    performance.now = real.now;
    Reflect.deleteProperty(crypto, 'randomUUID');
    Reflect.deleteProperty(crypto, 'getRandomValues');
  }
}
