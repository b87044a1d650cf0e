import { type ReactNode, useCallback, useState } from 'react';
import type { Segment, Speaker } from '#contract/transcript.ts';
import { useNotesAutosave } from '#web/flows/notes-autosave/use-notes-autosave.ts';
import { useChangeNotes, useNotes } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Quote, quotesSection, withoutQuote, withQuote } from './quote.ts';
import { QuoteDialog } from './quote-dialog.tsx';

interface Placed {
  key: string;
  title: string;
  quote: Quote;
  before: string | null;
}

interface Quoting {
  quote: ((segment: Segment) => void) | null;
  notice: ReactNode;
  dialog: ReactNode;
}

export function useQuoting(
  sessionId: string,
  transcript: { segments: readonly Segment[]; speakers: readonly Speaker[] } | null,
): Quoting {
  const notes = useNotes(sessionId);
  const change = useChangeNotes();
  const { draft, hasUnsaved } = useNotesAutosave(sessionId);
  const [chosen, setChosen] = useState<Segment | null>(null);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [lastKey, setLastKey] = useState<string | null>(null);
  const [isUndone, setUndone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const choose = useCallback((segment: Segment) => {
    setFailure(null);
    setChosen(segment);
  }, []);

  function add(key: string, quote: Quote) {
    setFailure(null);
    const done: Placed = { key, title: quotesSection.title, quote, before: null };
    change.mutate(
      {
        sessionId,
        change: (present) => {
          const section = present.sections.find((each) => each.key === key);
          done.before = section?.body ?? null;
          done.title = section?.title ?? quotesSection.title;
          return withQuote(present, key, quote);
        },
      },
      {
        onSuccess: () => {
          setChosen(null);
          setUndone(false);
          setPlaced(done);
          setLastKey(key);
        },
        onError: (error) => setFailure(error.message),
      },
    );
  }

  function undo({ key, quote, before }: Placed) {
    setFailure(null);
    change.mutate(
      { sessionId, change: (present) => withoutQuote(present, key, quote, before) },
      {
        onSuccess: () => {
          setPlaced(null);
          setUndone(true);
        },
        onError: (error) => setFailure(error.message),
      },
    );
  }

  const from = chosen === null ? -1 : (transcript?.segments.findIndex(({ id }) => id === chosen.id) ?? -1);
  return {
    quote: transcript !== null && notes.data !== undefined ? choose : null,
    notice: (
      <>
        {failure !== null && chosen === null ? <Notice kind="error">{failure}</Notice> : null}
        {placed === null ? null : (
          <Notice kind="success" onDismiss={() => setPlaced(null)}>
            <span className="notes-saved">
              Quoted in “{placed.title}”.
              <Button kind="quiet" icon="undo" busy={change.isPending} onClick={() => undo(placed)}>
                Undo the quote
              </Button>
            </span>
          </Notice>
        )}
        {isUndone ? (
          <Notice kind="success" onDismiss={() => setUndone(false)}>
            Undone. The quote is no longer in the notes.
          </Notice>
        ) : null}
      </>
    ),
    dialog:
      transcript === null || notes.data === undefined || from < 0 ? null : (
        <QuoteDialog
          segments={transcript.segments.slice(from)}
          speakers={transcript.speakers}
          notes={notes.data}
          lastKey={lastKey ?? draft?.key ?? null}
          unsavedKey={hasUnsaved ? (draft?.key ?? null) : null}
          busy={change.isPending}
          failure={failure}
          onQuote={add}
          onClose={() => setChosen(null)}
        />
      ),
  };
}
