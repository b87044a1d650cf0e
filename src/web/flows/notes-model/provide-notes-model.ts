import {
  cancelNotesModel,
  fetchNotesModel,
  notesEngines,
  removeNotesModel,
} from '#contract/notes-engines.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { notesModelMachine } from '#machines/notes-model/notes-model.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideNotesModel(effects: {
  client: ApiClient;
  announce: (text: string) => void;
}): typeof notesModelMachine {
  const { client, announce } = effects;
  const { promise } = implement(notesModelMachine);
  return provideActors(notesModelMachine, {
    ...promise('readEngines', ({ signal }) => client.call(notesEngines, { signal })),
    ...promise('startFetch', () => client.call(fetchNotesModel, {})),
    ...promise('cancelFetch', () => client.call(cancelNotesModel, {})),
    ...promise('removeModel', () => client.call(removeNotesModel, {})),
  }).provide({
    actions: {
      announceReady: () => announce('The language model is on this computer now. It can write your notes.'),
    },
  });
}

export const notesModel: Flow<typeof notesModelMachine> = {
  provide: ({ client, notices }) =>
    provideNotesModel({ client, announce: (text) => notices.show(text, 'information') }),
};
