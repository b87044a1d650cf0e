import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';

export const readyNoticeInvariants: readonly Invariant<Record<string, never>>[] = [
  {
    name: 'announces an analysis at most once, and only when one has ended',
    holds: ({ actions, cause }) => {
      const announced = actions.filter(
        (action) => action === 'showNotice' || action === 'announceInPage',
      ).length;
      return announced === 0 || (announced === 1 && cause === 'analysis.ended');
    },
  },
  {
    name: 'says only once, and only then, that the server can transcribe again',
    holds: ({ actions, cause }) => {
      const said = actions.filter((action) => action === 'announceHearing').length;
      return said === 0 || (said === 1 && cause === 'hearing.restored');
    },
  },
];

export const readyNoticeEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: readyNotice.absent --user.arrived#0[isUnsupported]--> readyNotice.present.unsupported after the next',
      'reorder: readyNotice.absent --user.arrived#1[isDenied]--> readyNotice.present.blocked after the next',
      'reorder: readyNotice.present.asking --done(askPermission)#0[isGranted]--> readyNotice.present.on after the next',
    ],
    reason: 'a browser reports exactly one of the four notification states',
  },
];
