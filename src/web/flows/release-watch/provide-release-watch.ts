import type { ServerStatus } from '#contract/status.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

type Announced = Pick<ServerStatus, 'now' | 'maintenance' | 'issues'>;

/**
 * What an answer of `GET /status` announces; null for what is none. By hand, because a public page loads no schemas: a property test
 * holds it to the contract's.
 */
export function serverStatusOf(value: unknown): Announced | null {
  if (!isRecord(value)) return null;
  const { now, maintenance, issues } = value;
  if (!isMoment(now) || typeof issues !== 'boolean') return null;
  if (maintenance === null) return { now, maintenance, issues };
  if (!isRecord(maintenance)) return null;
  const { start, end } = maintenance;
  return isMoment(start) && isMoment(end) ? { now, maintenance: { start, end }, issues } : null;
}

/** The release-watch chart with its effects; it asks the page's own origin (R7.13). */
export function provideReleaseWatch(effects: {
  calls: PlainCalls;
  /** x-fbp, x-fpc, x-ga as far as they are known (R3.8). */
  headers: () => Record<string, string>;
  reload: () => void;
  /** The server's answer tells more than announcements. */
  heard?: (answer: unknown) => void;
}): typeof releaseWatchMachine {
  const { calls, reload } = effects;
  return provideActors(
    releaseWatchMachine,
    implement(releaseWatchMachine).promise('checkRelease', async ({ signal }) => {
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
