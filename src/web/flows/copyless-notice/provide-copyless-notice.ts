import { storedFacts } from '#contract/stored.ts';
import { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

export const copylessNotice: Flow<typeof copylessNoticeMachine> = {
  provide: (around) =>
    copylessNoticeMachine.provide({
      actions: {
        demandNotice: () => around.demand('copylessNotice'),
        settleNotice: () => around.settle('copylessNotice'),
        rememberShown: () => writeFact(around.storage, storedFacts.copylessNotice, true),
      },
    }),
  onArrival: ({ user: { userCreatedAt } }, { storage }) => ({
    type: 'user.arrived',
    userCreatedAt,
    wasShown: readFact(storage, storedFacts.copylessNotice) ?? false,
  }),
};
