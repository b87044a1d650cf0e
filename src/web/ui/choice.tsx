import { type ComponentProps, type ReactNode, useId } from 'react';

interface TickProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
}

function Tick({ label, hint, error, role, id, ...input }: TickProps & { id: string }) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="tick">
      <input
        {...input}
        id={id}
        type="checkbox"
        role={role}
        className={role === 'switch' ? 'tick-switch' : 'tick-box'}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids || undefined}
      />
      <div className="tick-words">
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
        {error ? (
          <p className="field-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

export function Checkbox(props: TickProps) {
  return <Tick {...props} id={useId()} />;
}

/** Takes effect at once, unlike a checkbox. */
export function Switch(props: Omit<TickProps, 'role'>) {
  return <Tick {...props} id={useId()} role="switch" />;
}

export interface Choice<Key extends string> {
  key: Key;
  label: string;
  text?: ReactNode;
  aside?: ReactNode;
  disabled?: boolean;
}

interface ChoicesProps<Key extends string> {
  legend: string;
  legendHidden?: boolean;
  choices: readonly Choice<Key>[];
  selected: Key | null;
  onChoose: (key: Key) => void;
  cards?: boolean;
  disabled?: boolean;
}

export function Choices<Key extends string>({
  legend,
  legendHidden = false,
  choices,
  selected,
  onChoose,
  cards = false,
  disabled = false,
}: ChoicesProps<Key>) {
  const name = useId();
  return (
    <fieldset className="choices" disabled={disabled} data-cards={cards || undefined}>
      <legend className={legendHidden ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.key} className="choice">
          <input
            type="radio"
            className="choice-dot"
            name={name}
            value={choice.key}
            checked={selected === choice.key}
            disabled={choice.disabled}
            onChange={() => onChoose(choice.key)}
          />
          <span className="choice-label">{choice.label}</span>
          {choice.aside ? <span className="choice-aside">{choice.aside}</span> : null}
          {choice.text ? <span className="choice-text">{choice.text}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}
