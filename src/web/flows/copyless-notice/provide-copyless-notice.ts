import { storedFacts } from '#contract/stored.ts';
import { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import { writeFact } from '#web/effects/stored-facts.ts';

export function provideCopylessNotice(effects: {
  storage: Storage;
  demandNotice: () => void;
  settleNotice: () => void;
}): typeof copylessNoticeMachine {
  return copylessNoticeMachine.provide({
    actions: {
      demandNotice: effects.demandNotice,
      settleNotice: effects.settleNotice,
      rememberShown: () => writeFact(effects.storage, storedFacts.copylessNotice, true),
    },
  });
}
