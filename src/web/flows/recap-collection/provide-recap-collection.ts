import { askRecap, endRecap, listRecaps, type RecapCollection } from '#contract/recap-collection.ts';
import { present } from '#contract/unknown-values.ts';
import { failureOf } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recapCollectionMachine } from '#machines/recap-collection/recap-collection.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Notices } from '#web/hooks/notices.ts';

interface RecapCollectionEffects {
  client: Pick<ApiClient, 'call'>;
  notices: Pick<Notices, 'show'>;
  refreshNotes: () => void;
  leaveModal: () => void;
}

function provideRecapCollection(effects: RecapCollectionEffects): typeof recapCollectionMachine {
  const { client, notices, refreshNotes, leaveModal } = effects;
  const { promise } = implement(recapCollectionMachine);
  let asked: Promise<RecapCollection> | null = null;
  return provideActors(recapCollectionMachine, {
    ...promise('listRecaps', ({ input, signal }) => client.call(listRecaps, { params: input, signal })),
    ...promise('askRecap', ({ input: { sessionId, wish } }) => {
      asked = client.call(askRecap, { params: { sessionId }, body: present(wish, 'wish') });
      return asked;
    }),
    ...promise('followAsking', () => present(asked, 'request')),
    ...promise('endRecap', ({ input }) => client.call(endRecap, { params: input })),
  }).provide({
    actions: {
      leaveModal,
      refreshNotes,
      announceFailure: (_, { error }) => notices.show(failureOf(error).message),
      announceEnd: () =>
        asked?.catch((error) => notices.show(failureOf(error).message)).finally(refreshNotes),
    },
  });
}

export const recapCollection: Flow<typeof recapCollectionMachine> = {
  provide: (around) =>
    provideRecapCollection({ ...around, leaveModal: () => around.closeModal('recapCollection') }),
};
