import { storedFacts } from '#contract/stored.ts';
import { whatsNewMachine } from '#machines/whats-new/whats-new.machine.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Notices } from '#web/hooks/notices.ts';
import { releaseVersion } from './release-version.ts';

const whatsNewPath = '/roadmap#whats-new';

function provideWhatsNew(effects: {
  notices: Pick<Notices, 'show'>;
  remember: (version: string) => void;
}): typeof whatsNewMachine {
  return whatsNewMachine.provide({
    actions: {
      tellVersion: (_, { version }) =>
        effects.notices.show(`Hearthscribe ${version} is here.`, 'information', {
          text: 'See what’s new',
          path: whatsNewPath,
        }),
      rememberVersion: (_, { version }) => effects.remember(version),
    },
  });
}

export const whatsNew: Flow<typeof whatsNewMachine> = {
  provide: (around) =>
    provideWhatsNew({
      ...around,
      remember: (version) => writeFact(around.storage, storedFacts.seenVersion, version),
    }),
  onArrival: (_, { storage }) => ({
    type: 'user.arrived',
    version: releaseVersion,
    seen: readFact(storage, storedFacts.seenVersion),
  }),
};
