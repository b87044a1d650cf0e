import type { App, Mount } from './mount.ts';

/** A room as the composition sees it; what other rooms may call stands beside. Making a room defines its jobs. */
export interface Room {
  routes?(mount: Mount, app: App): void;
  /** Call once the queue has started. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Repairs what a crash left and deletes what is not needed, part by part: at each start and every hour. */
  readonly chores?: Readonly<Record<string, () => Promise<unknown>>>;
}
