import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packInto, shortLived } from '#tests/support/pack-programs.ts';

const variable = 'HEARTHSCRIBE_PACKED_SERVER';

/** Packs the server once for all workers. */
export default async function packServer(): Promise<() => Promise<void>> {
  const folder = await packInto(['main']);
  process.env[variable] = join(folder, 'main.js');
  return () => rm(folder, { recursive: true, force: true });
}

/** Arguments of Node that run it. */
export function packedServer(): readonly string[] {
  const program = process.env[variable];
  if (program === undefined) throw new Error('The server has not been packed.');
  return [...shortLived, program];
}
