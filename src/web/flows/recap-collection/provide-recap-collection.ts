import { askRecap, endRecap, listRecaps, type RecapCollection } from '#contract/recap-collection.ts';
import { present } from '#contract/unknown-values.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recapCollectionMachine } from '#machines/recap-collection/recap-collection.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { followLeft, type LeftDialog } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

interface RecapCollectionEffects extends LeftDialog {
  client: Pick<ApiClient, 'call'>;
  refreshNotes: () => void;
  leaveModal: () => void;
}

function provideRecapCollection(effects: RecapCollectionEffects): typeof recapCollectionMachine {
  const { client, refreshNotes, leaveModal } = effects;
  const { promise } = implement(recapCollectionMachine);
  const { hold, held, announceFailure, announceEnd } = followLeft<RecapCollection>({
    ...effects,
    refresh: refreshNotes,
  });
  return provideActors(recapCollectionMachine, {
    ...promise('listRecaps', ({ input, signal }) => client.call(listRecaps, { params: input, signal })),
    ...promise('askRecap', ({ input: { sessionId, wish } }) =>
      hold(client.call(askRecap, { params: { sessionId }, body: present(wish, 'wish') })),
    ),
    ...promise('followAsking', held),
    ...promise('endRecap', ({ input }) => client.call(endRecap, { params: input })),
  }).provide({
    actions: {
      leaveModal,
      refreshNotes,
      announceFailure,
      announceEnd,
    },
  });
}

export const recapCollection: Flow<typeof recapCollectionMachine> = {
  provide: (around) =>
    provideRecapCollection({ ...around, leaveModal: () => around.closeModal('recapCollection') }),
};
