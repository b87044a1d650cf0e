const failing = (message: string) => (name: string) =>
  ({ name, type: 'error', error: { code: 'network', message } }) as const;

/** An actor that the user waits for gets no answer. */
const offlineAt = failing('The server cannot be reached. Please check your connection.');
/** One that works in the background gets none. */
export const cutOffAt = failing('The server cannot be reached.');

export const unreachable = offlineAt('the server cannot be reached');

/** What it is about was deleted, or is not the user's any longer. */
export const goneAt = (name: string) =>
  ({
    name,
    type: 'error',
    error: { code: 'notFound', message: 'This does not exist, or it is not yours.' },
  }) as const;
