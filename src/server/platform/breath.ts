/** Yields to other work on this thread. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve));
