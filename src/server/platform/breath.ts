export const breath = () => new Promise<void>((resolve) => setImmediate(resolve));
