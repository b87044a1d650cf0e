import { type FormEvent, useId, useState } from 'react';
import type { CastPerson, PersonRole } from '#contract/speakers.ts';
import { Button } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import type { WrittenPerson } from './use-speaker-mapping.ts';

const LONGEST_NAME = 120;
const roles = [
  { key: 'player', label: 'Player' },
  { key: 'gm', label: 'Game master' },
  { key: 'guest', label: 'Guest' },
] as const satisfies readonly { key: PersonRole; label: string }[];

interface PersonFormProps {
  person: WrittenPerson;
  people: readonly CastPerson[];
  several: boolean;
  isUnnamed: boolean;
  disabled: boolean;
  onSave: (person: WrittenPerson) => void;
  onCancel: () => void;
}

export function PersonForm({
  person,
  people,
  several,
  isUnnamed,
  disabled,
  onSave,
  onCancel,
}: PersonFormProps) {
  const [player, setPlayer] = useState(person.player);
  const [role, setRole] = useState(person.role);
  const [characters, setCharacters] = useState(person.characters.join(', '));
  const id = useId();
  const known = people.find((each) => each.player.toLowerCase() === player.trim().toLowerCase());
  const listed = known ? known.characters : people.flatMap((each) => each.characters);

  function choosePlayer(name: string) {
    setPlayer(name);
    const chosen = several ? undefined : people.find((each) => each.player === name);
    if (chosen === undefined) return;
    setRole(chosen.role);
    if (characters === '') setCharacters(chosen.characters[0] ?? '');
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
        onChange={(event) => setCharacters(event.target.value)}
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
      <Choices legend="Role" choices={roles} selected={role} onChoose={setRole} />
      <div className="button-row">
        <Button kind="primary" type="submit" disabled={disabled}>
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
