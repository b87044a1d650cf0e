/** Waits until everything has happened that needs no timer and no network: all promises that follow from one another. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
