import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { recordOf } from '#contract/unknown-values.ts';
import { sha256OfFile } from '#server/platform/file-hash.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Written last: without it, the backup is incomplete. */
export const manifestFile = 'manifest.json';
export const rowsFile = 'database.jsonl.gz';
export const keyFile = 'secrets-key';
export const recordingsFolder = 'files';

const names = /^(database\.jsonl\.gz|secrets-key|files\/audio\/[0-9a-z-]+)$/;

export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** Rows by table, and the sum of their SHA-256. */
  rows: z.object({ counts: z.record(z.string(), z.int().nonnegative()), sum: z.string() }),
  files: z.record(z.string().regex(names), z.object({ bytes: z.int().nonnegative(), sha256: z.string() })),
  /** Recordings that were missing already. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Checks each file. @throws StartError if the backup is invalid or incomplete */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: unknown) => {
    throw new StartError(
      recordOf(error).code === 'ENOENT'
        ? `${folder} is not a complete backup: it has no ${manifestFile}, which is written last.`
        : `${join(folder, manifestFile)} cannot be read (${String(recordOf(error).code)}).`,
    );
  });
  const manifest = parseManifest(text, folder);
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    const found = await sha256OfFile(join(folder, name), new AbortController().signal).catch(
      (error: unknown) => recordOf(error).code,
    );
    if (found === 'ENOENT') throw new StartError(`The backup ${folder} is damaged: ${name} is missing.`);
    if (found !== sha256)
      throw new StartError(`The backup ${folder} is damaged: ${name} is not what was backed up.`);
  }
  return manifest;
}

function parseManifest(text: string, folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new StartError(`The backup ${folder} is damaged: ${manifestFile} cannot be read.`);
  }
}

export async function* rowsIn(folder: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(join(folder, rowsFile)), unpacked);
  reading.catch(() => undefined);
  let line: string[] = [];
  for await (const piece of unpacked.setEncoding('utf8')) {
    const [more = '', ...begun] = String(piece).split('\n');
    line.push(more);
    for (const next of begun) {
      yield line.join('');
      line = [next];
    }
  }
  await reading;
}
