import { type FormEvent, useState } from 'react';
import { nameKinds } from '#contract/name-kinds.ts';
import type { Name, NameFields, NameKind } from '#contract/names.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface NameFormProps {
  name: Name | null;
  busy: boolean;
  failure: string | null;
  onSave: (fields: NameFields) => void;
  onCancel: () => void;
}

const listed = (forms: readonly string[]) => forms.join(', ');
const formsIn = (text: string) =>
  text
    .split(',')
    .map((form) => form.trim())
    .filter(Boolean);

export function NameForm({ name, busy, failure, onSave, onCancel }: NameFormProps) {
  const [term, setTerm] = useState(name?.term ?? '');
  const [kind, setKind] = useState<NameKind>(name?.kind ?? 'npc');
  const [aliases, setAliases] = useState(listed(name?.aliases ?? []));
  const [heardAs, setHeardAs] = useState(listed(name?.heardAs ?? []));
  const [note, setNote] = useState(name?.note ?? '');
  const [locked, setLocked] = useState(name?.locked ?? false);
  const [isSent, setSent] = useState(false);
  const isBlank = term.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (isBlank) return;
    onSave({
      term: term.trim(),
      kind,
      aliases: formsIn(aliases),
      heardAs: formsIn(heardAs),
      note: note.trim(),
      locked,
    });
  }

  return (
    <form
      className="name-form"
      aria-label={name === null ? 'New name' : `Edit ${name.term}`}
      noValidate
      onSubmit={submit}
    >
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      <Field
        label="Name"
        value={term}
        maxLength={120}
        autoComplete="off"
        autoFocus
        error={isSent && isBlank ? 'Enter the name.' : undefined}
        onChange={(event) => setTerm(event.target.value)}
      />
      <Select
        label="Kind"
        value={kind}
        onChange={(event) => setKind(nameKinds.find(({ key }) => key === event.target.value)?.key ?? 'other')}
      >
        {nameKinds.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
      <Field
        label="Other names"
        optional
        hint="Separated by commas."
        value={aliases}
        maxLength={2000}
        autoComplete="off"
        onChange={(event) => setAliases(event.target.value)}
      />
      <Field
        label="Misheard as"
        optional
        hint="Misspellings in transcripts, separated by commas. We correct them in new transcripts."
        value={heardAs}
        maxLength={2000}
        autoComplete="off"
        onChange={(event) => setHeardAs(event.target.value)}
      />
      <TextArea
        label="Note"
        optional
        rows={2}
        limit={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Checkbox
        label="Locked"
        hint="Corrections don’t change this entry."
        checked={locked}
        onChange={(event) => setLocked(event.target.checked)}
      />
      <div className="button-row">
        <Button kind="primary" type="submit" busy={busy}>
          {name === null ? 'Add the name' : 'Save'}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
