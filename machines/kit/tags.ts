/**
 * The tags by which views choose what to show, instead of reading a state's path. `idle` nothing is running ·
 * `busy` work is running · `waiting` for a person or for time · `modal` covers the page · `failed` shows a
 * failure · `done` achieved its purpose · `cancellable` offers to stop.
 */
export const tag = {
  idle: 'idle',
  busy: 'busy',
  waiting: 'waiting',
  modal: 'modal',
  failed: 'failed',
  done: 'done',
  cancellable: 'cancellable',
} as const;

export type Tag = (typeof tag)[keyof typeof tag];
