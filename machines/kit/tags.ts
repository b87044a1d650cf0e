/** `waiting`: for a person or time · `modal`: covers the page · `done`: achieved its purpose. */
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
