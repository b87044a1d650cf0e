/** What a view needs could not be loaded; once forgotten, the view loads it again. */
export class NotLoaded extends Error {
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('Part of the page could not be loaded.', { cause });
    this.forget = forget;
  }
}

export interface Lazy<Loaded> {
  get(): Loaded | null;
  load(): Promise<Loaded>;
  /** While rendering: suspends until it is loaded, or throws `NotLoaded`. */
  read(): Loaded;
}

const listeners = new Set<() => void>();
let loads = 0;

/** @param ended called after each load of anything */
export function subscribeToLoads(ended: () => void): () => void {
  listeners.add(ended);
  return () => listeners.delete(ended);
}

export const loadCount = () => loads;

function tellListeners(): void {
  loads += 1;
  for (const listener of [...listeners]) listener();
}

/** Loads once; a failed load begins again when it is next asked for. @param loaded if it is there already */
export function lazily<Loaded>(load: () => Promise<Loaded>, loaded: Loaded | null = null): Lazy<Loaded> {
  let present = loaded;
  let loading: Promise<Loaded> | null = null;
  let failure: NotLoaded | null = null;
  const forget = () => {
    failure = null;
  };
  function begin(): Promise<Loaded> {
    if (present !== null) return Promise.resolve(present);
    forget();
    loading ??= load().then(
      (value) => {
        present = value;
        tellListeners();
        return value;
      },
      (cause: unknown) => {
        loading = null;
        failure = new NotLoaded(cause, forget);
        tellListeners();
        throw failure;
      },
    );
    loading.catch(() => {});
    return loading;
  }
  return {
    get: () => present,
    load: begin,
    read() {
      if (present !== null) return present;
      if (failure !== null) throw failure;
      // React suspends on it. Its own `use` would not go on in a test that renders without waiting.
      throw begin();
    },
  };
}
