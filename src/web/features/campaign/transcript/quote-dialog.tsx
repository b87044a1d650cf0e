import type { Notes } from '#contract/notes.ts';
import type { Segment, Speaker } from '#contract/transcript.ts';
import type { RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Quote, quoteOf, quotesSection } from './quote.ts';

const mostLines = 10;

interface QuoteDialogProps {
  segments: readonly Segment[];
  speakers: readonly Speaker[];
  notes: Notes;
  /** The section and how many lines. */
  asked: RecordDraft;
  usualKey: string | null;
  unsavedKey: string | null;
  busy: boolean;
  failure: string | null;
  onQuote: (key: string, quote: Quote) => void;
  onAsk: (asked: RecordDraft) => void;
  onClose: () => void;
}

export function QuoteDialog(props: QuoteDialogProps) {
  const { segments, speakers, notes, asked, usualKey, unsavedKey, busy, failure, onQuote, onAsk, onClose } =
    props;
  const hasQuotes = notes.sections.some(({ key }) => key === quotesSection.key);
  const sections = hasQuotes ? notes.sections : [...notes.sections, quotesSection];
  const isThere = (key: string | null) => sections.some((section) => section.key === key);
  const key =
    asked.key ??
    (usualKey !== null && isThere(usualKey) ? usualKey : (sections.at(-1)?.key ?? quotesSection.key));
  const count = Number(asked.count ?? 1);
  const quote = quoteOf(segments.slice(0, count), (id) => speakers.find((one) => one.id === id)?.label);
  const isUnsaved = key === unsavedKey;
  return (
    <Dialog
      open
      title="Quote in notes"
      {...(busy ? {} : { onClose })}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            icon="quote"
            busy={busy}
            disabled={isUnsaved || quote.words.length === 0}
            onClick={() => onQuote(key, quote)}
          >
            Add the quote
          </Button>
        </>
      }
    >
      <div className="quote-dialog">
        <Select
          label="Section"
          value={key}
          disabled={busy}
          choices={sections.map((section) => ({
            key: section.key,
            label: `${section.title}${section === quotesSection ? ' (new)' : ''}`,
          }))}
          onChoose={(chosen) => onAsk({ ...asked, key: chosen })}
        />
        <Select
          label="Lines"
          value={`${count}`}
          disabled={busy}
          choices={segments.slice(0, mostLines).map((_, index) => ({
            key: `${index + 1}`,
            label: index === 0 ? 'Only this one' : `This and the next ${index === 1 ? 'one' : index}`,
          }))}
          onChoose={(chosen) => onAsk({ ...asked, count: chosen })}
        />
        <Markdown below={2} text={quote.markdown} />
        {isUnsaved ? (
          <Notice kind="warning">
            This section has changes in the notes that are not saved yet. Finish them first, or choose another
            section.
          </Notice>
        ) : null}
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </div>
    </Dialog>
  );
}
