import { z } from 'zod';
import type { Announcements } from '#contract/announcements.ts';
import { StartError } from '#server/platform/start-error.ts';
import { noAnnouncements } from '#server/status/announcements.ts';
import { readOptions } from './run-command.ts';

export const announceUsage =
  'Usage: npm run --silent announce -- maintenance --from TIME --to TIME | issues on | issues off | clear | show';

const subjects: readonly string[] = ['maintenance', 'issues', 'clear', 'show'];

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

function momentOf(option: '--from' | '--to', given: string | undefined): Date {
  if (given === undefined) throw new StartError(`${option} is missing. ${announceUsage}`);
  if (!Moment.safeParse(given).success)
    throw new StartError(
      `${option} is a time with its zone, such as 2026-03-14T22:00Z or 2026-03-14T22:00+01:00, not "${given}".`,
    );
  return new Date(given);
}

function windowOf(from: string | undefined, to: string | undefined, now: Date) {
  const start = momentOf('--from', from);
  const end = momentOf('--to', to);
  if (end <= start) throw new StartError('--to must be later than --from.');
  if (end <= now) throw new StartError('--to is in the past.');
  return { start: start.toISOString(), end: end.toISOString() };
}

/** `clear` replaces all, `show` nothing. */
function changeOf(argv: readonly string[], now: Date): Partial<Announcements> {
  const { values, positionals } = readOptions(announceUsage, {
    args: [...argv],
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  });
  const [what = '', state, ...more] = positionals;
  if (!subjects.includes(what))
    throw new StartError(
      `${what === '' ? 'Missing what to announce' : `There is no "${what}"`}. ${announceUsage}`,
    );
  if (what !== 'maintenance' && (values.from !== undefined || values.to !== undefined))
    throw new StartError(`--from and --to belong to maintenance. ${announceUsage}`);
  if (more.length > 0 || (state !== undefined && what !== 'issues'))
    throw new StartError(`Too many arguments. ${announceUsage}`);
  switch (what) {
    case 'maintenance':
      return { maintenance: windowOf(values.from, values.to, now) };
    case 'issues':
      if (state !== 'on' && state !== 'off') throw new StartError(`issues is on or off. ${announceUsage}`);
      return { issues: state === 'on' };
    case 'clear':
      return noAnnouncements;
    case 'show':
      return {};
    default:
      throw new StartError(
        `${what === '' ? 'Missing what to announce' : `There is no "${what}"`}. ${announceUsage}`,
      );
  }
}

function describe({ maintenance, issues }: Announcements): string {
  const parts = [
    ...(maintenance === null ? [] : [`maintenance from ${maintenance.start} to ${maintenance.end}`]),
    ...(issues ? ['technical difficulties'] : []),
  ];
  return parts.length === 0 ? 'Nothing is announced.' : `Announced: ${parts.join('; ')}.`;
}

/** @param apply makes a change and returns all announcements @throws StartError */
export async function announce(
  argv: readonly string[],
  { apply, now }: { apply: (change: Partial<Announcements>) => Promise<Announcements>; now: Date },
): Promise<string> {
  return describe(await apply(changeOf(argv, now)));
}
