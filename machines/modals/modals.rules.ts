import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { ModalsContext } from './modals.setup.ts';

export const modalsInvariants: readonly Invariant<ModalsContext>[] = [
  {
    name: 'shows what the app requires before what the user opened',
    requirement: 'R2.34',
    holds: ({ isIn, context }) =>
      isIn(context.demanded.length > 0 ? 'demanded' : context.opened === null ? 'closed' : 'opened'),
  },
  {
    name: 'keeps required modals in their order of precedence, each once',
    requirement: 'R2.34',
    holds: ({ context: { demanded, precedence } }) =>
      demanded.join() === precedence.filter((modal) => demanded.includes(modal)).join(),
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
