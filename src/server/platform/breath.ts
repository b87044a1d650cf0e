/** Lets everything else that waits for this thread have its turn. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve));
