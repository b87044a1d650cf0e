import { Announcements } from '#contract/announcements.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readValue, writeValue } from '#server/platform/installation-values.ts';
import type { Logger } from '#server/platform/log.ts';

export const noAnnouncements: Announcements = { maintenance: null, issues: false };

const name = 'announcements';
const channel = 'announcements_changed';

async function read({ orm }: Pick<Database, 'orm'>): Promise<Announcements> {
  const text = await readValue(orm, name);
  return text === null ? noAnnouncements : Announcements.parse(JSON.parse(text));
}

/** @returns all announcements */
export async function changeAnnouncements(
  database: Database,
  change: Partial<Announcements>,
): Promise<Announcements> {
  const whole = Announcements.safeParse(change);
  const announcements = whole.success ? whole.data : { ...(await read(database)), ...change };
  if (Object.keys(change).length === 0) return announcements;
  await database.transaction(async (tx) => {
    await writeValue(tx, name, JSON.stringify(announcements));
    await database.notify(tx, channel, '');
  });
  return announcements;
}

export async function createAnnouncements(deps: { database: Database; log: Logger }) {
  const { database, log } = deps;
  let known: Promise<Announcements> | null = null;
  let complained = false;
  const forget = () => {
    known = null;
  };
  await database.listen(channel, forget, forget);
  return {
    async current(): Promise<Announcements> {
      const reading = known ?? read(database);
      known = reading;
      try {
        const announcements = await reading;
        complained = false;
        return announcements;
      } catch (error) {
        if (known === reading) known = null;
        if (!complained) log.error({ err: error }, 'The announcements cannot be read; none are shown.');
        complained = true;
        return noAnnouncements;
      }
    },
    async change(change: Partial<Announcements>): Promise<Announcements> {
      const changed = await changeAnnouncements(database, change);
      forget();
      return changed;
    },
  };
}
