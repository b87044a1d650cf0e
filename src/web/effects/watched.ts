interface WatchedValue<Value> {
  get: () => Value;
  subscribe: (changed: () => void) => () => void;
  set: (value: Value) => void;
}

export function createWatched<Value>(first: Value): WatchedValue<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
  };
}
