import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import type { useNotesAutosave } from '#web/flows/notes-autosave/use-notes-autosave.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { LateMarkdown } from '#web/ui/late-markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { blankTitle, dayAndTime } from '#web/ui/text.ts';
import { MarkdownField } from './markdown-field.tsx';
import type { Mention } from './mentions.ts';

const bodyLimit = 200_000;

type Autosave = ReturnType<typeof useNotesAutosave>;

interface SectionEditorProps {
  section: SectionDraft;
  autosave: Autosave;
  readMentions: () => Promise<readonly Mention[]>;
}

/** Warns before leaving with unsaved text. */
export function SectionEditor({ section, autosave, readMentions }: SectionEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { step, hasUnsaved, change } = autosave;
  const draft = autosave.draft ?? section;
  const { title, body } = draft;
  const isUntitled = step === 'untitled';

  useEffect(() => {
    form.current?.querySelector<HTMLElement>(section.title ? 'textarea, .cm-content' : 'input')?.focus();
  }, [section.title]);

  useEffect(() => {
    if (!hasUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) autosave.saveNow();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    autosave.end();
  }

  return (
    <form ref={form} className="notes-editor" noValidate onSubmit={submit} onBlur={leave}>
      {autosave.restoredFrom ? (
        <Notice kind="information">
          Unsaved changes from {dayAndTime(autosave.restoredFrom)} were restored. Keep writing, or discard
          them.
        </Notice>
      ) : null}
      <Field
        label="Section title"
        required
        maxLength={200}
        value={title}
        error={isUntitled ? blankTitle : undefined}
        onChange={(event) => change({ ...draft, title: event.target.value })}
      />
      <MarkdownField
        label="Text"
        hint="Markdown: ## heading, - list, **bold**. Type @ to add people and places."
        limit={bodyLimit}
        value={body}
        onChange={(text) => change({ ...draft, body: text })}
        readMentions={readMentions}
      />
      <Standing autosave={autosave} />
      <div className="button-row">
        {step === 'conflict' ? (
          <Button kind="primary" onClick={autosave.chooseMine}>
            Save mine
          </Button>
        ) : null}
        {autosave.can.retry ? (
          <Button kind="primary" onClick={autosave.retry}>
            Try again
          </Button>
        ) : null}
        {autosave.can.end ? (
          <Button kind="primary" type="submit">
            {step === 'open' ? 'Close' : 'Done'}
          </Button>
        ) : null}
        {autosave.can.discard ? <Button onClick={autosave.discard}>Discard changes</Button> : null}
      </div>
    </form>
  );
}

function Standing({ autosave }: { autosave: Autosave }) {
  const { step, theirs, failure } = autosave;
  if (step === 'conflict') {
    return (
      <Notice kind="warning" title="This was changed elsewhere while you were editing">
        {theirs === null ? (
          <p>
            The section was removed. Save yours to restore it with your text, or discard your changes to
            remove it.
          </p>
        ) : (
          <>
            <p>This is the other version. Yours is above; saving it replaces this one.</p>
            <div className="notes-theirs">
              <p>
                <strong>{theirs.title}</strong>
              </p>
              <LateMarkdown text={theirs.body} />
            </div>
            <Button onClick={autosave.chooseTheirs}>Use that version</Button>
          </>
        )}
      </Notice>
    );
  }
  if (step === 'waitingForNetwork') {
    return (
      <Notice kind="warning">
        {failure?.code === 'network'
          ? 'Not saved yet: you are offline. Your changes are kept on this device and will be saved when you are back online.'
          : 'Not saved yet: the server isn’t responding. Your changes are kept on this device and will be saved when it is back.'}
      </Notice>
    );
  }
  if (step === 'failed') {
    return (
      <Notice kind="error" title="Not saved. Your changes are kept on this device.">
        {failure?.message}
      </Notice>
    );
  }
  return (
    <p className="muted notes-standing" role="status">
      {step === 'saving' ? 'Saving …' : step === 'saved' ? 'Saved.' : ''}
    </p>
  );
}
