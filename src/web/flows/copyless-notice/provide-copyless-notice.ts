import { storedFacts } from '#contract/stored.ts';
import { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import { writeFact } from '#web/effects/stored-facts.ts';

/** The effects of the notice (R4.17). */
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
