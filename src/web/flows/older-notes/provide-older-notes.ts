import {
  cancelOlderNotes,
  closeOlderNotes,
  planOlderNotes,
  readOlderNotes,
  startOlderNotes,
} from '#contract/older-notes.ts';
import { implement } from '#machines/kit/implement.ts';
import { olderNotesMachine } from '#machines/older-notes/older-notes.machine.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { endText } from './older-notes-words.ts';

const paramsOf = ({ campaignId }: { campaignId: string | null }) => {
  if (campaignId === null) throw new ApiFailure('notFound');
  return { campaignId };
};

function provideOlderNotes({ client, refreshTexts, notices }: Surroundings): typeof olderNotesMachine {
  return implement(olderNotesMachine, ({ promise }) => ({
    ...promise('readOlderNotes', ({ input, signal }) =>
      client.call(readOlderNotes, { params: paramsOf(input), signal }),
    ),
    ...promise('planOlderNotes', ({ input, signal }) =>
      client.call(planOlderNotes, { params: paramsOf(input), signal }),
    ),
    ...promise('startOlderNotes', ({ input: { planId, campaignId, sessionIds, writer, credits } }) =>
      client.call(startOlderNotes, {
        params: paramsOf({ campaignId }),
        headers: { 'idempotency-key': planId },
        body: { sessionIds, writer, credits },
      }),
    ),
    ...promise('cancelOlderNotes', ({ input }) => client.call(cancelOlderNotes, { params: paramsOf(input) })),
    ...promise('closeOlderNotes', ({ input }) => client.call(closeOlderNotes, { params: paramsOf(input) })),
  })).provide({
    actions: {
      refreshNotes: refreshTexts,
      announceEnd: (_, { known: { run } }) => {
        if (run !== null) notices.show(endText(run), 'information');
      },
    },
  });
}

export const olderNotes: Flow<typeof olderNotesMachine> = {
  provide: provideOlderNotes,
};
