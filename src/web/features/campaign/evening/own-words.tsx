import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import { withoutBody } from '#machines/notes-autosave/section-draft.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import type { EveningCalls } from '#web/hooks/evening-hooks.ts';
import { Button } from '#web/ui/button.tsx';

interface OwnWordsProps {
  chapter: number;
  title: string;
  sections: readonly NotesSection[];
  calls: EveningCalls;
  /** The chapter's passages. */
  children: ReactNode;
}

/** So that the box covers none of a chapter that fits into the window. */
const showChapter = (form: HTMLFormElement | null): void =>
  form?.closest('.chapter')?.scrollIntoView?.({ block: 'nearest' });

/** An empty box beside a chapter's passages, never filled by rules. It becomes a section of the notes. */
export function OwnWords({ chapter, title, sections, calls, children }: OwnWordsProps) {
  const changes = useRecordChange();
  const id = useId();
  const key = `own-chapter-${chapter + 1}`;
  const written = sections.find((section) => section.key === key)?.body ?? '';
  const { draft, write, discard, request, isSaving } = changes;
  const hasWritten = useRef(false);

  const saving = (body: string, before: string): Parameters<typeof request>[0] => ({
    words: body === '' ? 'Removed from your notes.' : 'Saved in your notes.',
    save: async () => {
      const { revision } = await calls.write(({ sections: present }) => {
        const others = present.filter((section) => section.key !== key || body !== '').map(withoutBody);
        if (body === '') return others;
        return present.some((section) => section.key === key)
          ? others.map((section) => (section.key === key ? { ...section, body } : section))
          : [...others, { key, title, body, visibility: 'gm' as const }];
      });
      return { revision, undo: saving(before, body) };
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    request(saving(draft?.body?.trim() ?? '', written));
  }

  return (
    <div className="own-words" data-writing={draft === null ? undefined : true}>
      {draft === null ? null : (
        <form ref={showChapter} onSubmit={save}>
          <label htmlFor={id}>Your three sentences about this chapter</label>
          <textarea
            id={id}
            className="field-control field-book"
            rows={4}
            maxLength={4000}
            value={draft.body ?? ''}
            // biome-ignore lint/a11y/noAutofocus: the user has just pressed to write.
            autoFocus
            onChange={({ target }) => write({ body: target.value })}
          />
          <div className="button-row">
            <Button kind="primary" type="submit" busy={isSaving}>
              Save in your notes
            </Button>
            <Button onClick={discard}>Cancel</Button>
          </div>
          <ChangeNotice changes={changes} />
        </form>
      )}
      <div className="own-words-beside">{children}</div>
      {draft === null ? (
        <div className="own-words-end">
          {written === '' ? null : <p className="own-words-written">{written}</p>}
          {/* The focus comes back here from the box. */}
          <Button
            kind="quiet"
            icon="pencil"
            autoFocus={hasWritten.current}
            onClick={() => {
              hasWritten.current = true;
              write({ body: written });
            }}
          >
            {written === '' ? 'Write three sentences about this chapter' : 'Edit what you wrote'}
          </Button>
          <ChangeNotice changes={changes} />
        </div>
      ) : null}
    </div>
  );
}
