import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Timestamp } from '#contract/common.ts';
import type { Logger } from '#server/platform/log.ts';

export const Announcements = z.object({
  maintenance: z
    .object({ start: Timestamp, end: Timestamp })
    .refine(({ start, end }) => Date.parse(start) < Date.parse(end), 'the end is not after the start')
    .nullable(),
  issues: z.boolean(),
});
export type Announcements = z.infer<typeof Announcements>;

export const noAnnouncements: Announcements = { maintenance: null, issues: false };

/** A file, because only the running server can use the embedded database. */
const fileOf = (dataFolder: string) => join(dataFolder, 'announcements.json');

/** Reads the announcements, or empty ones. @throws if the file is unreadable or invalid */
export async function readAnnouncements(dataFolder: string): Promise<Announcements> {
  const text = await readFile(fileOf(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? noAnnouncements : Announcements.parse(JSON.parse(text));
}

/** Replaces the announcements atomically. */
export async function writeAnnouncements(dataFolder: string, announcements: Announcements): Promise<void> {
  const path = fileOf(dataFolder);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(`${JSON.stringify(announcements, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** The announcements for the server: read for every request, and empty if the file is broken. */
export function createAnnouncements(deps: { dataFolder: string; log: Logger }) {
  let complained = false;
  return {
    async current(): Promise<Announcements> {
      try {
        const announcements = await readAnnouncements(deps.dataFolder);
        complained = false;
        return announcements;
      } catch (error) {
        if (!complained) deps.log.error({ err: error }, 'The announcements cannot be read; none are told.');
        complained = true;
        return noAnnouncements;
      }
    },
  };
}
