import type { ServerStatus } from '#contract/status.ts';
import { isRecord } from '#contract/unknown-values.ts';
import { implement } from '#machines/kit/implement.ts';
import { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

type Announced = Pick<ServerStatus, 'now' | 'maintenance' | 'issues'>;

/** By hand, because public pages load no schemas. A property test compares it with the contract. */
export function serverStatusOf(value: unknown): Announced | null {
  if (!isRecord(value)) return null;
  const { now, maintenance, issues } = value;
  if (!isMoment(now) || typeof issues !== 'boolean') return null;
  if (maintenance === null) return { now, maintenance, issues };
  if (!isRecord(maintenance)) return null;
  const { start, end } = maintenance;
  return isMoment(start) && isMoment(end) ? { now, maintenance: { start, end }, issues } : null;
}

/** R7.13: asks the page's own origin. */
export function provideReleaseWatch(effects: {
  calls: PlainCalls;
  headers: () => Record<string, string>;
  reload: () => void;
  heard?: (answer: unknown) => void;
}): typeof releaseWatchMachine {
  const { calls, reload } = effects;
  return implement(releaseWatchMachine, ({ promise }) =>
    promise('checkRelease', async ({ signal }) => {
      const options = { signal, headers: effects.headers() };
      const [answer, text] = await Promise.all([
        calls.json('/status', options),
        calls.text('/version', options),
      ]);
      const status = serverStatusOf(answer);
      effects.heard?.(answer);
      if (status === null) throw new ApiFailure('invalidResponse');
      const { maintenance } = status;
      return {
        now: Date.parse(status.now),
        maintenance: maintenance && {
          start: Date.parse(maintenance.start),
          end: Date.parse(maintenance.end),
        },
        hasIssues: status.issues,
        version: text,
      };
    }),
  ).provide({ actions: { reloadPage: reload } });
}
