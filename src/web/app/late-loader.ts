/**
 * Loads the late part of the app once; a load that failed is tried again when it is next asked for.
 * @param isThere whether it is there from the start
 */
export function createLateLoader<Loaded>(
  isThere: boolean,
  load: () => Promise<Loaded>,
  attach: (loaded: Loaded) => void,
) {
  let isAttached = isThere;
  let loading: Promise<void> | null = isThere ? Promise.resolve() : null;
  const listeners = new Set<() => void>();
  return {
    isAsked: () => loading !== null,
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
