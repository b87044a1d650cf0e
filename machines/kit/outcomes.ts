export const done = <const Output>(name: string, output: Output) => ({ name, type: 'done', output }) as const;

export const emits = <const Event extends { type: string }>(name: string, event: Event) =>
  ({ name, type: 'emits', event }) as const;

export const fails = (name: string, code: string, message: string, details?: unknown) =>
  ({ name, type: 'error', error: { code, message, ...(details === undefined ? {} : { details }) } }) as const;

/** An actor that works in the background gets no answer. */
export const cutOffAt = (name: string) => fails(name, 'network', 'The server cannot be reached.');
export const cutOff = cutOffAt('the server cannot be reached');
/** One that the user waits for gets none. */
export const unreachable = fails(
  cutOff.name,
  'network',
  'The server cannot be reached. Please check your connection.',
);

/** What it is about was deleted, or is not the user's any longer. */
export const goneAt = (name: string) => fails(name, 'notFound', 'This does not exist, or it is not yours.');

export const staleAt = (name: string, details?: unknown) =>
  fails(
    name,
    'staleRevision',
    'This was changed somewhere else. Compare both versions before you save.',
    details,
  );

/** The browser reports a failure that has no code. */
export const breaksAt = (name: string) => fails(name, 'unexpected', 'Something went wrong.');
