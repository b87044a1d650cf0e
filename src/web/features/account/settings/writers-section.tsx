import type { NotesEngineShown } from '#contract/notes-engines.ts';
import { ModelField } from '#web/flows/notes-model/model-field.tsx';
import { useLookForModel, useNotesModel } from '#web/flows/notes-model/use-notes-model.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { effortText, sendsText, unmeasuredText, writerName } from '#web/results/writer-words.ts';
import { Choices } from '#web/ui/choice.tsx';

/** A session of four hours. */
const WORDS_OF_AN_EVENING = 32;

function timeText(engine: NotesEngineShown): string {
  const { writer, perThousandWords: measured, state } = engine;
  if (writer === 'page') return 'What was said at the table, word for word. No language model.';
  if (state.state !== 'ready') return 'Not on this computer yet.';
  if (!measured) return unmeasuredText(engine);
  const { seconds, cost, on } = measured;
  const times = (each: number) => each * WORDS_OF_AN_EVENING;
  return effortText(
    writer,
    { seconds: times(seconds), cost: cost === null ? null : times(cost), on },
    ' for a session of four hours',
  );
}

/** Who writes unless the user chooses otherwise at the price, and the model on this computer. */
export function WritersSection() {
  useLookForModel();
  const { engines } = useNotesModel();
  const { preferences, change } = usePreferences();
  if (preferences === null) return null;
  const isReady = ({ state }: NotesEngineShown) => state.state === 'ready';
  const ready = engines?.engines.filter(isReady) ?? [];
  const wanted = ready.find(({ writer }) => writer === preferences.notes_writer)?.writer;
  return (
    <>
      {engines === null ? null : (
        <Choices
          legend="Who writes your notes"
          selected={wanted ?? engines.preferred}
          onChoose={(writer) => change({ notes_writer: writer })}
          choices={engines.engines.map((each) => ({
            key: each.writer,
            label: writerName(each),
            aside: each.model,
            disabled: !isReady(each),
            text: (
              <>
                {timeText(each)} {sendsText(each.sends)}
              </>
            ),
          }))}
        />
      )}
      <ModelField />
    </>
  );
}
