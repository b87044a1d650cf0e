import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import { withoutBody } from '#machines/notes-autosave/section-draft.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { type Change, staleRecord, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import type { EveningCalls } from '#web/hooks/evening-hooks.ts';
import { Button } from '#web/ui/button.tsx';

interface OwnWordsProps {
  /** Of what is written and not saved. */
  place: string;
  chapter: number;
  title: string;
  /** Null: they are being loaded. */
  sections: readonly NotesSection[] | null;
  calls: EveningCalls;
  /** The chapter's passages. */
  children: ReactNode;
}

/** So that the box covers none of a chapter that fits into the window. */
const showChapter = (form: HTMLFormElement | null): void =>
  form?.closest('.chapter')?.scrollIntoView?.({ block: 'nearest' });

/** An empty box beside a chapter's passages, never filled by rules. It becomes a section of the notes. */
export function OwnWords({ place, chapter, title, sections, calls, children }: OwnWordsProps) {
  const id = useId();
  const key = `own-chapter-${chapter + 1}`;
  const bodyIn = (present: readonly NotesSection[]) =>
    present.find((section) => section.key === key)?.body ?? '';
  const written = bodyIn(sections ?? []);
  const says = { body: written, before: written };
  const changes = useRecordChange(place, { says: sections === null ? null : says });
  const { draft, theirs, open, write, discard, submit, isSaving } = changes;
  /** What was kept opens by itself, and leaves the page where it is. */
  const hasPressed = useRef(false);

  const saving = (body: string, before: string): Change => ({
    words: body === '' ? 'Removed from your notes.' : 'Saved in your notes.',
    save: async () => {
      const saved = await calls.write(({ sections: present }) => {
        const now = bodyIn(present);
        if (now !== before && now !== body) throw staleRecord({ body: now, before: now });
        const others = present.filter((section) => section.key !== key || body !== '').map(withoutBody);
        if (body === '') return others;
        return present.some((section) => section.key === key)
          ? others.map((section) => (section.key === key ? { ...section, body } : section))
          : [...others, { key, title, body, visibility: 'gm' as const }];
      });
      return { revision: saved.revision, undo: saving(before, bodyIn(saved.sections)) };
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    submit(saving(draft?.body?.trim() ?? '', (theirs ?? draft)?.before ?? ''));
  }

  return (
    <div className="own-words" data-writing={draft === null ? undefined : true}>
      <div className="own-words-beside">{children}</div>
      {draft === null ? (
        <div className="own-words-end">
          {written === '' ? null : <p className="own-words-written">{written}</p>}
          {/* The focus comes back here from the box. */}
          <Button
            kind="quiet"
            icon="pencil"
            autoFocus={hasPressed.current}
            onClick={() => {
              hasPressed.current = true;
              open(says);
            }}
          >
            {written === '' ? 'Write three sentences about this chapter' : 'Edit what you wrote'}
          </Button>
          <ChangeNotice changes={changes} />
        </div>
      ) : (
        <form ref={hasPressed.current ? showChapter : null} onSubmit={save}>
          <label htmlFor={id}>Your three sentences about this chapter</label>
          <textarea
            id={id}
            className="field-control field-book"
            rows={4}
            maxLength={4000}
            readOnly={isSaving}
            value={draft.body ?? ''}
            // biome-ignore lint/a11y/noAutofocus: only where the user has just pressed to write.
            autoFocus={hasPressed.current}
            onChange={({ target }) => write({ ...draft, body: target.value })}
          />
          <div className="button-row">
            <Button kind="primary" type="submit" busy={isSaving}>
              {theirs === null ? 'Save in your notes' : 'Save mine'}
            </Button>
            <Button disabled={isSaving} onClick={discard}>
              Cancel
            </Button>
          </div>
          {theirs === null ? null : (
            <StaleNotice while="writing" onTakeTheirs={changes.takeTheirs}>
              <p>It now says “{theirs.body}”. Saving replaces that with yours.</p>
            </StaleNotice>
          )}
          <ChangeNotice changes={changes} />
        </form>
      )}
    </div>
  );
}
