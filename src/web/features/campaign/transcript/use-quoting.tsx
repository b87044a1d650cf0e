import { type ReactNode, useCallback, useRef } from 'react';
import type { Segment, Speaker } from '#contract/transcript.ts';
import { useNotesAutosave } from '#web/flows/notes-autosave/use-notes-autosave.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useChangeNotes, useNotes } from '#web/hooks/data-hooks.ts';
import { type Quote, quotesSection, withoutQuote, withQuote } from './quote.ts';
import { QuoteDialog } from './quote-dialog.tsx';

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
  const changes = useRecordChange(`quote ${sessionId}`, { revision: notes.data?.revision });
  const { open, draft: asked } = changes;
  const lastKey = useRef<string | null>(null);

  const choose = useCallback(({ id }: Segment) => open({ id }), [open]);

  function add(key: string, quote: Quote) {
    const sectionOf = (sections: readonly { key: string; title: string; body: string }[]) =>
      sections.find((section) => section.key === key);
    const title = sectionOf(notes.data?.sections ?? [])?.title ?? quotesSection.title;
    changes.submit({
      words: `Quoted in “${title}”.`,
      save: async () => {
        let before: string | null = null;
        const saved = await change.mutateAsync({
          sessionId,
          change: (present) => {
            before = sectionOf(present.sections)?.body ?? null;
            return withQuote(present, key, quote);
          },
        });
        lastKey.current = key;
        return {
          revision: saved.revision,
          undo: {
            words: 'The quote is no longer in the notes.',
            save: async () => {
              const undone = await change.mutateAsync({
                sessionId,
                change: (present) => withoutQuote(present, key, quote, before),
              });
              return { revision: undone.revision, undo: null };
            },
          },
        };
      },
    });
  }

  const from = asked === null ? -1 : (transcript?.segments.findIndex(({ id }) => id === asked.id) ?? -1);
  return {
    quote: transcript !== null && notes.data !== undefined ? choose : null,
    notice: asked === null ? <ChangeNotice changes={changes} /> : null,
    dialog:
      transcript === null || notes.data === undefined || asked === null || from < 0 ? null : (
        <QuoteDialog
          segments={transcript.segments.slice(from)}
          speakers={transcript.speakers}
          notes={notes.data}
          asked={asked}
          usualKey={lastKey.current ?? draft?.key ?? null}
          unsavedKey={hasUnsaved ? (draft?.key ?? null) : null}
          busy={changes.isSaving}
          failure={changes.failure}
          onQuote={add}
          onAsk={changes.write}
          onClose={changes.discard}
        />
      ),
  };
}
