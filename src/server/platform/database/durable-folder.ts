import { existsSync, readdirSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { recordOf } from '#contract/unknown-values.ts';
import { clearRemains, firstPageOf, PAGE_BYTES } from './page-remains.ts';
import type { SpareRoom } from './spare-room.ts';

const segmentName = /^[0-9A-F]{24}$/;
/** File times have steps of up to 10 ms. */
const clockStepMs = 20;

/** What emscripten's types leave out. */
interface Writing {
  stream_ops: {
    write(
      ...written: [
        stream: { node: { name: string; parent: { name: string } } },
        memory: Uint8Array,
        offset: number,
        length: number,
        position: number,
      ]
    ): number;
  };
}

const EMSCRIPTEN_ENOSPC = 51;
const EMSCRIPTEN_EDQUOT = 19;
/** Without these the database stops for good. */
const vital = /^(?:pg_wal|pg_xact|pg_multixact|members|offsets|global)$/;

/**
 * Adds fsync, which PGlite never calls: a power cut could lose acknowledged rows. And rows that were removed do not get into
 * the files again with the pages that they were on, and the log gets the spare room when the disk is full.
 */
export class DurableFolder extends NodeFS {
  #synced = new Map<string, number>();
  readonly #spare: SpareRoom | null;
  #logged = 0;

  constructor(folder: string, spare: SpareRoom | null = null) {
    super(folder);
    this.#spare = spare;
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [({ NODEFS }) => this.#watchWrites(NODEFS), ...(emscriptenOpts.preRun ?? [])],
      },
    };
  }

  /** Bytes, since the start. */
  get logged(): number {
    return this.#logged;
  }

  #watchWrites({ stream_ops: streams }: Writing): void {
    const { write } = streams;
    streams.write = (...written) => {
      const [{ node }, memory, offset, length, position] = written;
      const folder = node.parent.name;
      if (folder === 'pg_wal') this.#logged += length;
      const first = position % PAGE_BYTES === 0 ? firstPageOf(node.name, folder) : null;
      for (let at = 0; first !== null && at + PAGE_BYTES <= length; at += PAGE_BYTES)
        clearRemains(
          Buffer.from(memory.buffer, memory.byteOffset + offset + at, PAGE_BYTES),
          first + (position + at) / PAGE_BYTES,
        );
      for (;;) {
        try {
          return write(...written);
        } catch (error) {
          const { errno } = recordOf(error);
          const isFull = errno === EMSCRIPTEN_ENOSPC || errno === EMSCRIPTEN_EDQUOT;
          if (!isFull || !vital.test(folder) || this.#spare?.give() !== true) throw error;
        }
      }
    };
  }

  /** All tables and indexes. */
  async syncData(): Promise<void> {
    for (const part of ['base', 'global', 'pg_xact', 'pg_multixact'])
      for (const entry of await readdir(join(this.rootDir, part), { recursive: true, withFileTypes: true }))
        await sync(join(entry.parentPath, entry.name), 'entry');
  }

  override async syncToFs(): Promise<void> {
    const folder = join(this.rootDir, 'pg_wal');
    // Synchronous, because it takes microseconds and runs after every statement.
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!segmentName.test(name)) continue;
      const path = join(folder, name);
      const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (changedAt === undefined) continue;
      if (this.#synced.get(name) === changedAt && Date.now() - changedAt > clockStepMs) continue;
      const isNew = !this.#synced.has(name);
      await sync(path, 'data');
      if (isNew) await sync(folder, 'entry');
      this.#synced.set(name, changedAt);
    }
  }
}

async function sync(path: string, what: 'data' | 'entry'): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await (what === 'data' ? handle.datasync() : handle.sync());
  } finally {
    await handle.close();
  }
}
