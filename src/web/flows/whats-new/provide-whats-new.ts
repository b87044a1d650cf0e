import { storedFacts } from '#contract/stored.ts';
import { whatsNewMachine } from '#machines/whats-new/whats-new.machine.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { releaseVersion } from './release-version.ts';

const whatsNewPath = '/roadmap#whats-new';

function provideWhatsNew({ notices, storage }: Surroundings): typeof whatsNewMachine {
  return whatsNewMachine.provide({
    actions: {
      tellVersion: (_, { version }) =>
        notices.show(`Hearthscribe ${version} is here.`, 'information', {
          text: 'See what’s new',
          path: whatsNewPath,
        }),
      rememberVersion: (_, { version }) => writeFact(storage, storedFacts.seenVersion, version),
    },
  });
}

export const whatsNew: Flow<typeof whatsNewMachine> = {
  provide: provideWhatsNew,
  onArrival: (_, { storage }) => ({
    type: 'user.arrived',
    version: releaseVersion,
    seen: readFact(storage, storedFacts.seenVersion),
  }),
};
