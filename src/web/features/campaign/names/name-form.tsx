import { type FormEvent, useState } from 'react';
import { kindLabel, nameKinds } from '#contract/name-kinds.ts';
import type { Name, NameFields } from '#contract/names.ts';
import type { RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import type { RecordChanges } from '#web/flows/record-change/use-record-change.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface NameFormProps {
  /** The name that is changed, as it was; null: a new one. */
  before: string | null;
  forms: RecordChanges;
  onSave: () => void;
}

/** What the form shows of a name, as text. */
export const draftOf = ({ id, revision, term, kind, aliases, heardAs, note, locked }: Name): RecordDraft => ({
  id,
  revision: `${revision}`,
  term,
  kind,
  aliases: aliases.join(', '),
  heardAs: heardAs.join(', '),
  note,
  locked: locked ? 'yes' : '',
});

const formsIn = (text = '') =>
  text
    .split(',')
    .map((form) => form.trim())
    .filter(Boolean);

const kindOf = (draft: RecordDraft) => nameKinds.find(({ key }) => key === draft.kind)?.key ?? 'other';

/** What is written in the form. */
export const fieldsIn = (draft: RecordDraft): NameFields => ({
  term: draft.term?.trim() ?? '',
  kind: kindOf(draft),
  aliases: formsIn(draft.aliases),
  heardAs: formsIn(draft.heardAs),
  note: draft.note?.trim() ?? '',
  locked: draft.locked === 'yes',
});

export function NameForm({ before, forms, onSave }: NameFormProps) {
  const [isSent, setSent] = useState(false);
  const { theirs, isSaving, failure, write, discard } = forms;
  const draft = forms.draft ?? {};
  const isBlank = fieldsIn(draft).term === '';
  const of = (field: 'term' | 'aliases' | 'heardAs' | 'note') => ({
    value: draft[field] ?? '',
    readOnly: isSaving,
    onChange: ({ target }: { target: { value: string } }) => write({ ...draft, [field]: target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (!isBlank) onSave();
  }

  return (
    <form
      className="name-form"
      aria-label={before === null ? 'New name' : `Edit ${before}`}
      noValidate
      onSubmit={submit}
    >
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      <Field
        label="Name"
        {...of('term')}
        maxLength={120}
        autoComplete="off"
        autoFocus
        error={isSent && isBlank ? 'Enter the name.' : undefined}
      />
      <Select
        label="Kind"
        value={kindOf(draft)}
        disabled={isSaving}
        choices={nameKinds}
        onChoose={(kind) => write({ ...draft, kind })}
      />
      <Field
        label="Other names"
        optional
        hint="Separated by commas."
        {...of('aliases')}
        maxLength={2000}
        autoComplete="off"
      />
      <Field
        label="Misheard as"
        optional
        hint="Misspellings in transcripts, separated by commas. We correct them in new transcripts."
        {...of('heardAs')}
        maxLength={2000}
        autoComplete="off"
      />
      <TextArea label="Note" optional rows={2} limit={2000} {...of('note')} />
      <Checkbox
        label="Locked"
        hint="Corrections don’t change this entry."
        checked={draft.locked === 'yes'}
        disabled={isSaving}
        onChange={({ target }) => write({ ...draft, locked: target.checked ? 'yes' : '' })}
      />
      {theirs === null ? null : (
        <StaleNotice while="editing" onTakeTheirs={forms.takeTheirs}>
          <p>Saving replaces the other version with yours:</p>
          <p>
            {[theirs.term, kindLabel(kindOf(theirs)), theirs.aliases, theirs.heardAs, theirs.note]
              .filter(Boolean)
              .join(' · ')}
            {theirs.locked === 'yes' ? ' · Locked' : ''}
          </p>
        </StaleNotice>
      )}
      <div className="button-row">
        <Button kind="primary" type="submit" busy={isSaving}>
          {theirs !== null ? 'Save mine' : before === null ? 'Add the name' : 'Save'}
        </Button>
        <Button disabled={isSaving} onClick={discard}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
