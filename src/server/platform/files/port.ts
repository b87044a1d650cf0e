/** File names are `folder/name`; the folders are fixed. */
export interface FileStore {
  /** Bytes of a complete file; null if there is none. */
  size(name: string): Promise<number | null>;
  /** Bytes from `start` to `end`, inclusive. Opens the file at the first read, so a missing file fails there. */
  open(name: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array>;
  /** Creates an empty file to append to, unless it exists. */
  create(name: string): Promise<void>;
  /** Stored bytes of a file, complete or not; null if there is none. */
  offset(name: string): Promise<number | null>;
  /**
   * Stores bytes from `offset` on, and resolves to the new offset. If `bytes` fails, the bytes before the failure are
   * stored. With `size` bytes the file is complete.
   */
  append(
    name: string,
    place: { offset: number; size: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number>;
  /** Completes and flushes a file that has all its bytes. Idempotent. */
  finish(name: string): Promise<void>;
  /** Runs `work` with the path of a local copy, which may be gone afterward. */
  materialise<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Writes a complete file, and replaces an older one. `make` gets an empty local folder, and returns the path of the new
   * file in it.
   */
  write<Result extends { path: string }>(
    name: string,
    make: (folder: string) => Promise<Result>,
  ): Promise<Result>;
  /** Renames a complete file. False if it does not exist. */
  move(from: string, to: string): Promise<boolean>;
  /** Deletes `name`, and all files whose names begin with `name.` */
  delete(name: string): Promise<void>;
  /** Names in a folder of files last written before `before`, incomplete ones too; in batches. */
  list(folder: string, before: Date): AsyncIterable<string[]>;
  /** Resolves once the store responds. Rejects when the signal aborts. */
  answers(signal: AbortSignal): Promise<void>;
}

/** The store does not respond, or says that it cannot right now. A retry may work. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** Whether an error or its cause is `FilesUnavailable`. */
export function areFilesUnavailable(error: unknown): boolean {
  return error instanceof FilesUnavailable || (error instanceof Error && areFilesUnavailable(error.cause));
}
