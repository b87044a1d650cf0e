import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { ModalsContext } from './modals.setup.ts';

export const modalsInvariants: readonly Invariant<ModalsContext>[] = [
  {
    name: 'shows only the first requested modal',
    requirement: 'R2.34',
    holds: ({ isIn, context }) =>
      isIn(context.demanded[0] ?? (context.opened === null ? 'closed' : 'opened')),
  },
  remembering<ModalsContext, { demanded: readonly string[]; wasClosed: boolean }>({
    name: 'closing never settles a required modal',
    requirement: 'R2.34',
    start: { demanded: [], wasClosed: false },
    after: ({ demanded }, { cause, context }) => ({
      demanded: context.demanded,
      wasClosed: cause === 'modal.closed' && demanded.length !== context.demanded.length,
    }),
    holds: (_, { wasClosed }) => !wasClosed,
  }),
];
