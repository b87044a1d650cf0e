import { type FormEvent, useId } from 'react';
import type { CastPerson, PersonRole } from '#contract/speakers.ts';
import { Button } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useKeptDraft } from '../record-change/use-kept-draft.ts';
import type { WrittenPerson } from './use-speaker-mapping.ts';

const LONGEST_NAME = 120;
const roles = [
  { key: 'player', label: 'Player' },
  { key: 'gm', label: 'Game master' },
  { key: 'guest', label: 'Guest' },
] as const satisfies readonly { key: PersonRole; label: string }[];

interface PersonFormProps {
  /** Of what is written and not saved. */
  place: string;
  person: WrittenPerson;
  people: readonly CastPerson[];
  several: boolean;
  isUnnamed: boolean;
  disabled: boolean;
  onSave: (person: WrittenPerson) => void;
  onCancel: () => void;
}

export function PersonForm({
  place,
  person,
  people,
  several,
  isUnnamed,
  disabled,
  onSave,
  onCancel,
}: PersonFormProps) {
  const saved = { ...person, characters: person.characters.join(', ') };
  const form = useKeptDraft(place, { ...saved });
  const { player, characters } = form.fields;
  const role = roles.find(({ key }) => key === form.fields.role)?.key ?? person.role;
  const id = useId();
  const known = people.find((each) => each.player.toLowerCase() === player.trim().toLowerCase());
  const listed = known ? known.characters : people.flatMap((each) => each.characters);

  function choosePlayer(name: string) {
    const chosen = several ? undefined : people.find((each) => each.player === name);
    const known = chosen && { role: chosen.role, characters: characters || (chosen.characters[0] ?? '') };
    form.write({ player: name, ...known });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const written = several ? characters.split(',') : [characters];
    onSave({ player, role, characters: written.map((each) => each.trim()).filter(Boolean) });
  }

  return (
    <form className="person-form" onSubmit={submit} noValidate>
      <Field
        label="Person"
        hint={several ? 'Anyone at the table.' : 'Choose a person, or type a new name.'}
        value={player}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        list={several ? undefined : `${id}-players`}
        error={isUnnamed && player.trim() === '' ? 'Enter a name.' : undefined}
        data-starts-here
        onChange={(event) => choosePlayer(event.target.value)}
      />
      <Field
        label={several ? 'Characters' : 'Character'}
        optional
        hint={several ? 'Separate several with commas.' : 'The character they play in this session.'}
        value={characters}
        maxLength={several ? LONGEST_NAME * 20 : LONGEST_NAME}
        autoComplete="off"
        list={several ? undefined : `${id}-characters`}
        onChange={(event) => form.write({ characters: event.target.value })}
      />
      {several ? null : (
        <>
          <datalist id={`${id}-players`}>
            {people.map((each) => (
              <option key={each.id} value={each.player} />
            ))}
          </datalist>
          <datalist id={`${id}-characters`}>
            {listed.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
      <Choices
        legend="Role"
        choices={roles}
        selected={role}
        onChoose={(chosen) => form.write({ role: chosen })}
      />
      {form.isStale ? (
        <Notice kind="warning" title="This was changed elsewhere while you were writing">
          <p>It now says: {[person.player, saved.characters].filter(Boolean).join(' · ')}.</p>
          <Button onClick={form.forget}>Use that version</Button>
        </Notice>
      ) : null}
      {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
      <div className="button-row">
        <Button kind="primary" type="submit" disabled={disabled}>
          Save
        </Button>
        <Button
          onClick={() => {
            form.forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
