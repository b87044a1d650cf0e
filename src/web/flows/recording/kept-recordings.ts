import type { DBSchema, IDBPDatabase } from 'idb';
import type { KeptRecording, RecordingNotes } from '#machines/recording/recording.setup.ts';

export interface RecordingKey {
  readonly userId: string;
  readonly sessionId: string;
}

/** Between two stops of the recorder; can only be read from its first piece on. */
export interface RecordedPart {
  readonly mimeType: string;
  readonly sound: Blob;
}

export interface KeptRecordings {
  find(
    key: RecordingKey,
  ): Promise<(KeptRecording & RecordingNotes & { isHandedOver: boolean; isDiscarded: boolean }) | null>;
  /** @returns the number of the new part, from 0 */
  beginPart(
    key: RecordingKey,
    begun: { title: string; startedAt: string; mimeType: string },
  ): Promise<number>;
  /** Resolves once the piece is on disk. */
  addPiece(key: RecordingKey, part: number, piece: { sound: Blob; seconds: number }): Promise<KeptRecording>;
  /** Resolves once they are on disk. */
  keepNotes(key: RecordingKey, notes: Partial<RecordingNotes & { isDiscarded: boolean }>): Promise<void>;
  parts(key: RecordingKey): Promise<{ title: string; startedAt: string; parts: RecordedPart[] }>;
  /** So that a reload can make the same file again. */
  handOver(key: RecordingKey, part: RecordedPart): Promise<void>;
  remove(key: RecordingKey): Promise<void>;
  removeAll(userId: string): Promise<void>;
}

/** Missing for recordings from before there were any. */
interface StoredRecording extends KeptRecording, RecordingKey, Partial<RecordingNotes> {
  title: string;
  isHandedOver: boolean;
  isDiscarded?: boolean;
  mimeTypes: string[];
}

interface Schema extends DBSchema {
  recordings: { key: [userId: string, sessionId: string]; value: StoredRecording };
  pieces: {
    key: number;
    value: RecordingKey & { part: number; sound: Blob };
    indexes: { bySession: [userId: string, sessionId: string] };
  };
}

const stores = ['recordings', 'pieces'] as const;
/** On disk, not only in the system's buffers. */
const safe = { durability: 'strict' } as const;

const removedElsewhere = {
  code: 'recordingRemoved',
  message: 'This recording was removed in another tab.',
};

function failureOfStorage(error: unknown): unknown {
  if (error === removedElsewhere) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError')
    return {
      code: 'browserFull',
      message:
        'This browser has no space left. We kept what was recorded so far. Upload it, or free some space ' +
        'on this device.',
    };
  return {
    code: 'browserKeepsNothing',
    message:
      'This browser won’t let us store a recording. Leave private browsing or allow site data for ' +
      'this page, then try again.',
  };
}

export function createKeptRecordings(): KeptRecordings {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const open = () => {
    opening ??= import('idb')
      .then(({ openDB }) =>
        openDB<Schema>('hearthscribe.recordings', 1, {
          upgrade: (database) => {
            database.createObjectStore('recordings', { keyPath: ['userId', 'sessionId'] });
            database
              .createObjectStore('pieces', { autoIncrement: true })
              .createIndex('bySession', ['userId', 'sessionId']);
          },
        }),
      )
      .catch((error: unknown) => {
        opening = null;
        throw error;
      });
    return opening;
  };
  async function using<Value>(work: (database: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value> {
    try {
      return await work(await open());
    } catch (error) {
      throw failureOfStorage(error);
    }
  }
  const notesOf = ({ marks = [], introductions = [] }: Partial<RecordingNotes>): RecordingNotes => ({
    marks,
    introductions,
  });
  const toldOf = ({ startedAt, seconds, sizeBytes }: StoredRecording): KeptRecording => ({
    startedAt,
    seconds,
    sizeBytes,
  });

  const removeWithin = (keys: IDBKeyRange) =>
    using(async (database) => {
      const change = database.transaction(stores, 'readwrite', safe);
      await removePieces(change.objectStore('pieces'), keys);
      await change.objectStore('recordings').delete(keys);
      await change.done;
    });

  return {
    find: ({ userId, sessionId }) =>
      using(async (database) => {
        const stored = await database.get('recordings', [userId, sessionId]);
        if (stored === undefined || stored.sizeBytes === 0) return null;
        const { isHandedOver, isDiscarded = false } = stored;
        return { ...toldOf(stored), ...notesOf(stored), isHandedOver, isDiscarded };
      }),
    beginPart: (key, { title, startedAt, mimeType }) =>
      using(async (database) => {
        const change = database.transaction('recordings', 'readwrite', safe);
        const stored = await change.store.get([key.userId, key.sessionId]);
        const before: Omit<StoredRecording, 'isHandedOver'> = stored ?? {
          ...key,
          title,
          startedAt,
          seconds: 0,
          sizeBytes: 0,
          mimeTypes: [],
        };
        const mimeTypes = [...before.mimeTypes, mimeType];
        const notes = before.sizeBytes === 0 ? { marks: [], introductions: [] } : notesOf(before);
        await change.store.put({ ...before, ...notes, mimeTypes, isHandedOver: false, isDiscarded: false });
        await change.done;
        return mimeTypes.length - 1;
      }),
    addPiece: (key, part, { sound, seconds }) =>
      using(async (database) => {
        const change = database.transaction(stores, 'readwrite', safe);
        const recordings = change.objectStore('recordings');
        const stored = await recordings.get([key.userId, key.sessionId]);
        if (stored === undefined) throw removedElsewhere;
        const grown = {
          ...stored,
          seconds: stored.seconds + seconds,
          sizeBytes: stored.sizeBytes + sound.size,
        };
        await Promise.all([
          recordings.put(grown),
          change.objectStore('pieces').add({ ...key, part, sound }),
          change.done,
        ]);
        return toldOf(grown);
      }),
    keepNotes: (key, notes) =>
      using(async (database) => {
        const change = database.transaction('recordings', 'readwrite', safe);
        const stored = await change.store.get([key.userId, key.sessionId]);
        if (stored === undefined) throw removedElsewhere;
        await change.store.put({ ...stored, ...notes });
        await change.done;
      }),
    parts: (key) =>
      using(async (database) => {
        const stored = await database.get('recordings', [key.userId, key.sessionId]);
        if (stored === undefined) throw removedElsewhere;
        const pieces = await database.getAllFromIndex('pieces', 'bySession', [key.userId, key.sessionId]);
        const parts = stored.mimeTypes.map((mimeType, part) => ({
          mimeType,
          sound: new Blob(
            pieces.filter((piece) => piece.part === part).map(({ sound }) => sound),
            { type: mimeType },
          ),
        }));
        const { title, startedAt } = stored;
        return { title, startedAt, parts: parts.filter(({ sound }) => sound.size > 0) };
      }),
    handOver: (key, { mimeType, sound }) =>
      using(async (database) => {
        const change = database.transaction(stores, 'readwrite', safe);
        const recordings = change.objectStore('recordings');
        const stored = await recordings.get([key.userId, key.sessionId]);
        if (stored === undefined) throw removedElsewhere;
        await removePieces(change.objectStore('pieces'), IDBKeyRange.only([key.userId, key.sessionId]));
        await Promise.all([
          change.objectStore('pieces').add({ ...key, part: 0, sound }),
          recordings.put({ ...stored, mimeTypes: [mimeType], sizeBytes: sound.size, isHandedOver: true }),
          change.done,
        ]);
      }),
    remove: async ({ userId, sessionId }) => removeWithin(IDBKeyRange.only([userId, sessionId])),
    // Arrays sort after every string.
    removeAll: async (userId) => removeWithin(IDBKeyRange.bound([userId], [userId, []])),
  };
}

async function removePieces(
  pieces: {
    index(name: 'bySession'): { getAllKeys(within: IDBKeyRange): Promise<number[]> };
    delete(key: number): Promise<void>;
  },
  within: IDBKeyRange,
): Promise<void> {
  const keys = await pieces.index('bySession').getAllKeys(within);
  await Promise.all(keys.map((key) => pieces.delete(key)));
}
