/** The next call retries a failed load. @param isLoaded without a call */
export function createLateLoader<Loaded>(
  isLoaded: boolean,
  load: () => Promise<Loaded>,
  attach: (loaded: Loaded) => void,
) {
  let isAttached = isLoaded;
  let loading: Promise<void> | null = isLoaded ? Promise.resolve() : null;
  const listeners = new Set<() => void>();
  return {
    isRequested: () => loading !== null,
    get: () => isAttached,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    load(): Promise<void> {
      loading ??= load().then(
        (loaded) => {
          attach(loaded);
          isAttached = true;
          for (const listener of [...listeners]) listener();
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}
