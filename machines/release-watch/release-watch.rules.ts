import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { ReleaseWatchContext } from './release-watch.setup.ts';

/** What holds in every state of the watch. */
export const releaseWatchInvariants: readonly Invariant<ReleaseWatchContext>[] = [
  {
    name: 'flagged difficulties win over all else',
    requirement: 'R4.5',
    holds: ({ isIn, context }) => (context.sighting?.hasIssues ?? false) === isIn('notice.issues'),
  },
  {
    name: 'once a newer build is out, nothing is asked any more',
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
    reason:
      'A build counts as outdated only where no difficulties are flagged: at most one of the guards holds.',
  },
  {
    mutants: [
      'reorder: releaseWatch.notice --release.seen#2[isUnderMaintenance]--> releaseWatch.notice.active after the next',
    ],
    reason: 'Maintenance has either begun or is still ahead: at most one of the two guards holds.',
  },
  {
    mutants: [
      'extra transition: releaseWatch.polling.checking --release.seen--> releaseWatch.polling.resting',
    ],
    reason: 'The chart tells itself what was seen as it leaves checking, and nobody else sends that event.',
  },
];
