import { setup } from 'xstate';
import type { accountPartMachine } from '#machines/account-part/account-part.machine.ts';
import type { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import type { ReleaseWatchInput } from '#machines/release-watch/release-watch.setup.ts';
import type { scrollToTargetMachine } from '#machines/scroll-to-target/scroll-to-target.machine.ts';

interface SiteMachines {
  accountPart: typeof accountPartMachine;
  releaseWatch: typeof releaseWatchMachine;
  scrollToTarget: typeof scrollToTargetMachine;
}

export function createSiteMachine(machines: SiteMachines, { build }: ReleaseWatchInput) {
  return setup({
    types: {} as {
      children: {
        accountPart: 'accountPart';
        releaseWatch: 'releaseWatch';
        scrollToTarget: 'scrollToTarget';
      };
    },
    actors: { ...machines },
  }).createMachine({
    id: 'site',
    invoke: [
      { id: 'accountPart', src: 'accountPart' },
      { id: 'releaseWatch', src: 'releaseWatch', input: { build } },
      { id: 'scrollToTarget', src: 'scrollToTarget' },
    ],
  });
}
