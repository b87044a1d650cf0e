import { whatsNewMachine } from '#machines/whats-new/whats-new.machine.ts';
import type { Notices } from '#web/hooks/notices.ts';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    whatsNew: typeof whatsNewMachine;
  }
}

export const whatsNewPath = '/roadmap#whats-new';

export function provideWhatsNew(effects: {
  notices: Pick<Notices, 'show'>;
  remember: (version: string) => void;
}): typeof whatsNewMachine {
  return whatsNewMachine.provide({
    actions: {
      tellVersion: (_, { version }) =>
        effects.notices.show(`Hearthscribe ${version} is here.`, 'information', {
          text: 'See what is new',
          path: whatsNewPath,
        }),
      rememberVersion: (_, { version }) => effects.remember(version),
    },
  });
}
