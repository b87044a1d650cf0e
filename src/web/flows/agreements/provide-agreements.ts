import { acceptAgreement, listAgreements } from '#contract/agreements.ts';
import { keysOfUser } from '#contract/stored.ts';
import { agreementsMachine } from '#machines/agreements/agreements.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

export function provideAgreements(effects: {
  client: ApiClient;
  page: { location: Pick<Location, 'reload'> };
  demandModal: () => void;
  settleModal: () => void;
  leaveAccount: () => void;
}): typeof agreementsMachine {
  const { client } = effects;
  const { promise } = implement(agreementsMachine);
  return provideActors(agreementsMachine, {
    ...promise('listAgreements', ({ signal }) => client.call(listAgreements, { signal })),
    ...promise('acceptAgreement', async ({ input, signal }) => {
      const body = { agreement_name: input.name, agreement_version: input.version };
      await client.call(acceptAgreement, { body, signal });
    }),
  }).provide({
    actions: {
      demandModal: effects.demandModal,
      settleModal: effects.settleModal,
      leaveAccount: effects.leaveAccount,
      reloadPage: () => effects.page.location.reload(),
    },
  });
}

export const agreements: Flow<typeof agreementsMachine> = {
  provide: (around) =>
    provideAgreements({
      ...around,
      demandModal: () => around.demand('agreements'),
      settleModal: () => around.settle('agreements'),
      leaveAccount: () => {
        const userId = around.userId();
        const keys = userId === null ? [] : keysOfUser(around.storage, userId);
        for (const key of keys) around.storage.removeItem(key);
        around.signOut();
      },
    }),
  onArrival: ({ user: { agreementsAccepted } }) => ({ type: 'user.arrived', agreementsAccepted }),
};
