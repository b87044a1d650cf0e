/** Names of files are `folder/name`; the folders are few and fixed. */
export interface FileStore {
  /** Bytes of a whole file; null without one. */
  size(name: string): Promise<number | null>;
  /** The bytes from `start` to `end`, both included; opened when they are read, so a missing file fails its reader. */
  open(name: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array>;
  /** Begins an empty file that bytes are appended to, unless there is one. */
  create(name: string): Promise<void>;
  /** How many bytes are stored of a file, whole or not; null without one. */
  offset(name: string): Promise<number | null>;
  /**
   * Stores bytes behind the first `offset`, and resolves to the new offset. If `bytes` fails, those that came before are
   * stored. With `size` bytes the file is whole.
   */
  append(
    name: string,
    place: { offset: number; size: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number>;
  /** Makes a file that has all its bytes whole, and flushes it. Can be repeated. */
  finish(name: string): Promise<void>;
  /** Runs `work` with the path of a local file that has the content, and may be gone afterward. */
  materialise<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Writes a whole file, in place of an older one. `make` gets an empty local folder, and gives the path of the file in it
   * that takes the name.
   */
  write<Result extends { path: string }>(
    name: string,
    make: (folder: string) => Promise<Result>,
  ): Promise<Result>;
  /** Gives a whole file another name. False without such a file. */
  move(from: string, to: string): Promise<boolean>;
  /** Removes a file, and all whose names continue its name with a dot. */
  delete(name: string): Promise<void>;
  /** Names in a folder, also of unfinished files, last written before `before`; in batches. */
  list(folder: string, before: Date): AsyncIterable<string[]>;
  /** Waits until the store answers. Rejects when the signal aborts. */
  answers(signal: AbortSignal): Promise<void>;
}

/** The store of files does not answer, or says that it cannot right now: a retry is worthwhile. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** Whether an error, or what caused it, is that the store of files is away. */
export function areFilesUnavailable(error: unknown): boolean {
  return error instanceof FilesUnavailable || (error instanceof Error && areFilesUnavailable(error.cause));
}
