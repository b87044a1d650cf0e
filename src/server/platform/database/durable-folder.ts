import { existsSync, readdirSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const segmentName = /^[0-9A-F]{24}$/;
/** File times have steps of up to 10 ms. */
const clockStepMs = 20;

/** Adds fsync, which PGlite never calls: a power cut could lose acknowledged rows. */
export class DurableFolder extends NodeFS {
  #synced = new Map<string, number>();

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
