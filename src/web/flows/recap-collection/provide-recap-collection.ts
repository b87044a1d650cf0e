import { askRecap, endRecap, listRecaps, type RecapCollection } from '#contract/recap-collection.ts';
import { present } from '#contract/unknown-values.ts';
import { implement } from '#machines/kit/implement.ts';
import { recapCollectionMachine } from '#machines/recap-collection/recap-collection.machine.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideRecapCollection(around: Surroundings): typeof recapCollectionMachine {
  const { client, refreshNotes } = around;
  const { hold, held, announceFailure, announceEnd } = followLeft<RecapCollection>({
    ...around,
    refresh: refreshNotes,
  });
  return implement(recapCollectionMachine, ({ promise }) => ({
    ...promise('listRecaps', ({ input, signal }) => client.call(listRecaps, { params: input, signal })),
    ...promise('askRecap', ({ input: { sessionId, wish } }) =>
      hold(client.call(askRecap, { params: { sessionId }, body: present(wish, 'wish') })),
    ),
    ...promise('followAsking', held),
    ...promise('endRecap', ({ input }) => client.call(endRecap, { params: input })),
  })).provide({
    actions: {
      leaveModal: () => around.closeModal('recapCollection'),
      refreshNotes,
      announceFailure,
      announceEnd,
    },
  });
}

export const recapCollection: Flow<typeof recapCollectionMachine> = {
  provide: provideRecapCollection,
};
