import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { blankTitle } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import type { SectionDraft } from './notes-view.tsx';

/** The contract's limit of a section's body. */
const bodyLimit = 200_000;

interface SectionEditorProps {
  section: SectionDraft;
  /** What was written before and left without saving; otherwise the section itself. */
  draft: SectionDraft;
  /** Someone (or another tab) saved in the meantime: their version, or that it is gone. */
  theirs: NotesSection | 'gone' | null;
  busy: boolean;
  failure: string | null;
  onChange: (draft: SectionDraft) => void;
  onSave: (draft: SectionDraft) => void;
  onCancel: () => void;
}

/** Edits one section in place. Leaving the app with unsaved words warns; elsewhere in the app they wait. */
export function SectionEditor({
  section,
  draft,
  theirs,
  busy,
  failure,
  onChange,
  onSave,
  onCancel,
}: SectionEditorProps) {
  const [{ title, body }, setText] = useState({ title: draft.title, body: draft.body });
  const [isBlank, setBlank] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changed = title !== section.title || body !== section.body;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>(section.title ? 'textarea' : 'input')?.focus();
  }, [section.title]);

  useEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [changed]);

  function change(changes: { title?: string; body?: string }) {
    const text = { title, body, ...changes };
    setText(text);
    onChange({ ...section, ...text });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setBlank(title.trim() === '');
    if (title.trim() !== '') onSave({ ...section, title: title.trim(), body });
  }

  return (
    <form ref={form} className="notes-editor" onSubmit={submit}>
      <Field
        label="Section title"
        required
        maxLength={200}
        value={title}
        error={isBlank ? blankTitle : undefined}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label="Text"
        hint="Markdown: ## heading, - list, **bold**"
        book
        rows={Math.min(30, Math.max(8, Math.ceil(body.length / 80)))}
        limit={bodyLimit}
        value={body}
        onChange={(event) => change({ body: event.target.value })}
      />
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      {theirs ? (
        <Notice kind="warning" title="This was changed elsewhere in the meantime">
          {theirs === 'gone' ? (
            <p>
              The section was removed there. Save to bring it back with your text, or cancel to let it go.
            </p>
          ) : (
            <>
              <p>The version saved there; yours is above. Saving replaces it with yours.</p>
              <div className="notes-theirs">
                <Markdown text={theirs.body} />
              </div>
              <Button onClick={() => change({ body: theirs.body })}>Take over that version</Button>
            </>
          )}
        </Notice>
      ) : null}
      <div className="button-row">
        <Button kind="primary" type="submit" busy={busy}>
          {theirs ? 'Save mine' : 'Save'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
