import { defineFlow } from '../kit/catalogue.ts';
import { hours } from '../kit/durations.ts';
import { cutOff, done } from '../kit/outcomes.ts';
import { releaseWatchMachine } from './release-watch.machine.ts';
import { releaseWatchEquivalents, releaseWatchInvariants } from './release-watch.rules.ts';
import type { ReleaseSighting } from './release-watch.setup.ts';

const build = 'a1b2c3d4';
/** 5 January 2026, 08:00 UTC. */
const now = hours(491_000);
const quiet: ReleaseSighting = { now, maintenance: null, hasIssues: false, version: build };
const maintenanceIn = (ahead: number) => ({ start: now + ahead, end: now + ahead + hours(2) });

export const releaseWatchFlow = defineFlow({
  name: 'release-watch',
  title: 'Announcements and new versions',
  group: 'The page',
  paragraph:
    'Announces maintenance, known issues and new versions. It asks the server every minute. Once there ' +
    'is another version and no issues are flagged, only a reload helps, and it stops asking.',
  requirements: ['R2.30', 'R4.4', 'R4.5', 'R4.6', 'R4.7', 'R4.8', 'R4.9', 'R7.13', 'R8.12'],
  story: [
    'notice.none',
    'polling.checking',
    'polling.stopped',
    'notice.update',
    'notice.update: reload.requested',
  ],
  synonyms: {
    version: ['update', 'deployment', 'release'],
    announcement: ['maintenance', 'notice', 'news'],
  },
  machine: releaseWatchMachine,
  scenarios: [
    { name: 'page opened', input: { build } },
    { name: 'page of a development build opened', input: { build: null } },
  ],
  events: {
    'reload.requested': 'the user reloads the page',
    'release.seen': 'sentByActor',
  },
  outcomes: {
    checkRelease: [
      done('nothing is announced', quiet),
      done('maintenance is announced for more than 72 hours from now', {
        ...quiet,
        maintenance: maintenanceIn(hours(72) + 1),
      }),
      done('maintenance begins in 72 hours', { ...quiet, maintenance: maintenanceIn(hours(72)) }),
      done('maintenance begins', { ...quiet, maintenance: maintenanceIn(0) }),
      done('maintenance has ended', { ...quiet, maintenance: maintenanceIn(hours(-2)) }),
      done('issues are flagged, during maintenance', {
        ...quiet,
        maintenance: maintenanceIn(0),
        hasIssues: true,
      }),
      done('the server runs another version', { ...quiet, version: 'e5f6a7b8' }),
      done('the server runs another version, and issues are flagged', {
        ...quiet,
        version: 'e5f6a7b8',
        hasIssues: true,
      }),
      done('the server runs another version, during maintenance', {
        ...quiet,
        maintenance: maintenanceIn(0),
        version: 'e5f6a7b8',
      }),
      cutOff,
    ],
  },
  alike: {
    checkRelease: { 'the server cannot be reached': ['invalidResponse'] },
  },
  guards: {
    hasIssues: 'Issues are flagged.',
    isOutdated:
      'The server runs a different version from this page, and no issues are flagged. Development builds have no ' +
      'version and are never outdated.',
    isUnderMaintenance: 'Maintenance has begun and has not ended.',
    isMaintenanceNear: 'Maintenance begins within 72 hours.',
  },
  invariants: releaseWatchInvariants,
  equivalents: releaseWatchEquivalents,
  sees: {
    reloadPage: 'A moment later the page has loaded again, and the note is gone.',
  },
});
