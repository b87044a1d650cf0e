import {
  cancelNotesModel,
  fetchNotesModel,
  notesEngines,
  removeNotesModel,
} from '#contract/notes-engines.ts';
import { implement } from '#machines/kit/implement.ts';
import { notesModelMachine } from '#machines/notes-model/notes-model.machine.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideNotesModel({ client, notices }: Surroundings): typeof notesModelMachine {
  return implement(notesModelMachine, ({ promise }) => ({
    ...promise('readEngines', ({ signal }) => client.call(notesEngines, { signal })),
    ...promise('startFetch', () => client.call(fetchNotesModel, {})),
    ...promise('cancelFetch', () => client.call(cancelNotesModel, {})),
    ...promise('removeModel', () => client.call(removeNotesModel, {})),
  })).provide({
    actions: {
      announceReady: () =>
        notices.show('The language model is on this computer now. It can write your notes.', 'information'),
    },
  });
}

export const notesModel: Flow<typeof notesModelMachine> = {
  provide: provideNotesModel,
};
