import { type Invariant, remembering } from '../kit/catalogue.ts';

export const loadingOverlayInvariants: readonly Invariant<object>[] = [
  remembering({
    name: 'work of less than 150 ms shows nothing',
    requirement: 'R4.18',
    start: 0,
    after: (worked, { isIn, waited }) => (isIn('hidden') ? 0 : Math.min(150, worked + waited)),
    holds: ({ isIn }, worked) => !isIn('visible') || worked >= 150,
  }),
  remembering<object, { shown: number | null; flickered: boolean }>({
    name: 'once shown it stays for at least 300 ms',
    requirement: 'R4.18',
    start: { shown: null, flickered: false },
    after: ({ shown }, { isIn, waited }) => {
      const soFar = shown === null ? null : Math.min(300, shown + waited);
      return isIn('visible')
        ? { shown: soFar ?? 0, flickered: false }
        : { shown: null, flickered: soFar !== null && soFar < 300 };
    },
    holds: (_, { flickered }) => !flickered,
  }),
  remembering({
    name: 'does not close while work is running',
    requirement: 'R4.18',
    start: false,
    after: (works, { cause }) => cause === 'work.started' || (works && cause !== 'work.finished'),
    holds: ({ isIn }, works) => !works || !isIn('hidden'),
  }),
];
