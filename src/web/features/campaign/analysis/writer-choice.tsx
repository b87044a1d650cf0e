import type { WriterQuote } from '#contract/analyses.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { measuredText, sendsText, writerName } from '#web/results/writer-words.ts';
import { Choices } from '#web/ui/choice.tsx';

interface WriterChoiceProps {
  writers: readonly WriterQuote[];
  selected: NotesWriter;
  disabled: boolean;
  onChoose: (writer: NotesWriter) => void;
}

const whatText: Record<NotesWriter, string> = {
  computer: 'A language model retells the session, and we check it against your transcript.',
  service: 'A language model retells the session, and we check it against your transcript.',
  page: 'What was said at the table, word for word. No language model.',
};

/** Who writes, how long it takes, and what leaves the computer. */
export function WriterChoice({ writers, selected, disabled, onChoose }: WriterChoiceProps) {
  return (
    <Choices
      legend="Who writes"
      cards
      disabled={disabled}
      selected={selected}
      onChoose={onChoose}
      choices={writers.map((each) => ({
        key: each.writer,
        label: writerName(each),
        aside: each.model,
        text: (
          <>
            {whatText[each.writer]} {measuredText(each)} <strong>{sendsText(each.sends)}</strong>
          </>
        ),
      }))}
    />
  );
}
