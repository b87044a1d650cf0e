/** Waits for everything that needs no timer and no network. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
