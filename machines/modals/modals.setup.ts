import { assign, setup } from 'xstate';
import type { Tag } from '../kit/tags.ts';

interface ModalsInput {
  /** The most urgent first. */
  readonly precedence: readonly string[];
}

export interface ModalsContext extends ModalsInput {
  readonly demanded: readonly string[];
  readonly opened: string | null;
}

type ModalsEvent =
  | { type: 'modal.demanded'; modal: string }
  | { type: 'modal.settled'; modal: string }
  | { type: 'modal.opened'; modal: string }
  | { type: 'modal.closed' }
  | { type: 'user.left' };

export const modalsSetup = setup({
  types: {} as { context: ModalsContext; events: ModalsEvent; input: ModalsInput; tags: Tag },
  actions: {
    addDemand: assign({
      demanded: ({ context }, params: { modal: string }) =>
        context.precedence.filter((modal) => modal === params.modal || context.demanded.includes(modal)),
    }),
    removeDemand: assign({
      demanded: ({ context }, params: { modal: string }) =>
        context.demanded.filter((modal) => modal !== params.modal),
    }),
    keepOpened: assign({ opened: (_, params: { modal: string }) => params.modal }),
    forgetOpened: assign({ opened: null }),
    forgetAll: assign({ demanded: [], opened: null }),
  },
  guards: {
    isDemanded: ({ context }) => context.demanded.length > 0,
    isOpened: ({ context }) => context.opened !== null,
  },
});
