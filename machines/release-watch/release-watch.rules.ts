import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { ReleaseWatchContext } from './release-watch.setup.ts';

export const releaseWatchInvariants: readonly Invariant<ReleaseWatchContext>[] = [
  {
    name: 'flagged issues take priority',
    requirement: 'R4.5',
    holds: ({ isIn, context }) => (context.sighting?.hasIssues ?? false) === isIn('notice.issues'),
  },
  {
    name: 'stops polling once there is a newer build',
    requirement: 'R4.8',
    holds: ({ isIn, running }) =>
      isIn('notice.update') === isIn('polling.stopped') && !(isIn('notice.update') && running.length > 0),
  },
];

export const releaseWatchEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: releaseWatch.notice --release.seen#0[hasIssues]--> releaseWatch.notice.issues after the next',
    ],
    reason: 'A build counts as outdated only if no issues are flagged: at most one of the guards is true.',
  },
  {
    mutants: [
      'reorder: releaseWatch.notice --release.seen#2[isUnderMaintenance]--> releaseWatch.notice.active after the next',
    ],
    reason: 'Maintenance has either begun or not: at most one of the two guards is true.',
  },
  {
    mutants: [
      'extra transition: releaseWatch.polling.checking --release.seen--> releaseWatch.polling.resting',
    ],
    reason: 'The machine raises this event itself as it leaves checking, and nothing else sends it.',
  },
];
