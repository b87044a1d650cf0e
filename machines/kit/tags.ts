/**
 * The tags by which views choose what to show; a view never asks for a state by its path.
 * `idle` nothing under way · `busy` work under way · `waiting` for a person or for time · `modal` covers the
 * page · `failed` shows a failure · `done` reached what it was for · `cancellable` offers to stop.
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
