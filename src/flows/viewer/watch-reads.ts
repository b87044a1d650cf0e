import { called, type Names } from './value-words.ts';

export interface Reading {
  where: string;
  value: unknown;
}

const plainNames: Readonly<Record<string, string>> = {
  context: '',
  event: '',
  output: 'answer',
  error: 'failure',
};

function placeWords(path: readonly string[], names?: Names): string {
  return path
    .map((key, depth) =>
      /^\d+$/.test(key)
        ? `${Number(key) + 1}.`
        : ((depth < 2 ? plainNames[key] : undefined) ?? called(key, names)),
    )
    .filter(Boolean)
    .join(' › ');
}

/** Of a chain such as `a.b.c`, records only the last part. Ignores exceptions. */
export function watchReads<Given extends object>(
  given: Given,
  run: (watched: Given) => void,
  names?: Names,
): Reading[] {
  const readings = new Map<string, Reading>();
  const watched = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Error) {
      return value;
    }
    return new Proxy(value, {
      get(target, key) {
        const part: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol' || typeof part === 'function') {
          return part;
        }
        const way = [...path, key];
        readings.delete(placeWords(path, names));
        if (!Array.isArray(target) || key !== 'length') {
          readings.set(placeWords(way, names), { where: placeWords(way, names), value: part });
        }
        return watched(part, way);
      },
    });
  };
  try {
    // biome-ignore lint/plugin: the proxy reads through to what it was given.
    run(watched(given, []) as Given);
  } catch {
    // A guard for another event may fail on this one.
  }
  return [...readings.values()].filter(({ where }) => where !== '');
}
