import { type Invariant, remembering } from '../kit/catalogue.ts';

const moves = ['scrollSmoothly', 'restorePosition', 'scrollToTop'];

export const scrollToTargetInvariants: readonly Invariant<object>[] = [
  remembering({
    name: 'looks for a target 500 ms after the route names it, not earlier',
    requirement: 'R2.19',
    start: 0,
    after: (since, { cause, waited }) => (cause === 'route.changed' ? 0 : Math.min(500, since + waited)),
    holds: ({ started }, since) => !started.includes('findTarget') || since === 500,
  }),
  remembering({
    name: 'a route change scrolls the page once, now or later',
    requirement: 'R2.20',
    start: { moved: true, movedTwice: false },
    after: ({ moved }, { cause, actions }) => {
      const before = cause === 'route.changed' ? false : moved;
      const count = actions.filter((action) => moves.includes(action)).length;
      return { moved: before || count > 0, movedTwice: count > 1 || (before && count > 0) };
    },
    holds: ({ isIn }, { moved, movedTwice }) => !movedTwice && isIn('resting') === moved,
  }),
];
