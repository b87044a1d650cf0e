import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface FieldFrameProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean;
}

interface FrameParts extends FieldFrameProps {
  id: string;
  counter?: ReactNode;
  children: ReactNode;
}

export function FieldFrame({ id, label, hint, error, optional, counter, children }: FrameParts) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} {optional ? <span className="field-optional">(optional)</span> : null}
      </label>
      {children}
      {error ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
      {hint || counter ? (
        <div className="field-foot">
          {hint ? (
            <p className="field-hint" id={`${id}-hint`}>
              {hint}
            </p>
          ) : null}
          {counter}
        </div>
      ) : null}
    </div>
  );
}

export function describedBy(id: string, { hint, error }: FieldFrameProps): string | undefined {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function Field({
  label,
  hint,
  error,
  optional = false,
  ...input
}: FieldFrameProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <input
        {...input}
        id={id}
        className="field-control"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
      />
    </FieldFrame>
  );
}

/** @param explainedBy id of a description elsewhere */
export function PasswordField({
  label,
  hint,
  error,
  explainedBy,
  ...input
}: FieldFrameProps & Omit<ComponentProps<'input'>, 'type'> & { explainedBy?: string | undefined }) {
  const id = useId();
  const explanations = [describedBy(id, { label, hint, error }), explainedBy].filter(Boolean).join(' ');
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="field-with-button">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className="field-control"
          aria-invalid={error ? true : undefined}
          aria-describedby={explanations || undefined}
        />
        <Button kind="quiet" icon={shown ? 'eyeOff' : 'eye'} iconOnly onClick={() => setShown(!shown)}>
          {shown ? 'Hide password' : 'Show password'}
        </Button>
      </div>
    </FieldFrame>
  );
}

interface SelectProps<Key extends string>
  extends Pick<FieldFrameProps, 'label' | 'hint'>,
    Pick<ComponentProps<'select'>, 'disabled' | 'aria-label'> {
  value: Key;
  choices: readonly { key: Key; label: string }[];
  onChoose: (key: Key) => void;
}

export function Select<Key extends string>({ label, hint, choices, onChoose, ...select }: SelectProps<Key>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <div className="field-select">
        <select
          {...select}
          id={id}
          className="field-control"
          aria-describedby={describedBy(id, { label, hint })}
          onChange={({ target }) => {
            const chosen = choices[target.selectedIndex];
            if (chosen !== undefined) onChoose(chosen.key);
          }}
        >
          {choices.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" />
      </div>
    </FieldFrame>
  );
}
