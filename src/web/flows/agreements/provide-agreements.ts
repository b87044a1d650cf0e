import { acceptAgreement, listAgreements } from '#contract/agreements.ts';
import { keysOfUser } from '#contract/stored.ts';
import { agreementsMachine } from '#machines/agreements/agreements.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

type AgreementsEffects = Pick<
  Surroundings,
  'client' | 'demand' | 'settle' | 'userId' | 'storage' | 'signOut'
> & { page: { location: Pick<Location, 'reload'> } };

export function provideAgreements(effects: AgreementsEffects): typeof agreementsMachine {
  const { client, storage } = effects;
  return implement(agreementsMachine, ({ promise }) => ({
    ...promise('listAgreements', ({ signal }) => client.call(listAgreements, { signal })),
    ...promise('acceptAgreement', async ({ input, signal }) => {
      const body = { agreement_name: input.name, agreement_version: input.version };
      await client.call(acceptAgreement, { body, signal });
    }),
  })).provide({
    actions: {
      demandModal: () => effects.demand('agreements'),
      settleModal: () => effects.settle('agreements'),
      leaveAccount: () => {
        const userId = effects.userId();
        const keys = userId === null ? [] : keysOfUser(storage, userId);
        for (const key of keys) storage.removeItem(key);
        effects.signOut();
      },
      reloadPage: () => effects.page.location.reload(),
    },
  });
}

export const agreements: Flow<typeof agreementsMachine> = {
  provide: provideAgreements,
  onArrival: ({ user: { agreementsAccepted } }) => ({ type: 'user.arrived', agreementsAccepted }),
};
