import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';

interface FieldFrameProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Marks a field that may stay empty. */
  optional?: boolean;
}

interface FrameParts extends FieldFrameProps {
  id: string;
  counter?: ReactNode;
  children: ReactNode;
}

function FieldFrame({ id, label, hint, error, optional, counter, children }: FrameParts) {
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

function describedBy(id: string, { hint, error }: FieldFrameProps): string | undefined {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** One line of text with its label, hint and error. */
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

/** A password with a button that shows it. */
export function PasswordField({
  label,
  hint,
  error,
  ...input
}: FieldFrameProps & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId();
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
          aria-describedby={describedBy(id, { label, hint, error })}
        />
        <Button kind="quiet" icon={shown ? 'eyeOff' : 'eye'} iconOnly onClick={() => setShown(!shown)}>
          {shown ? 'Hide password' : 'Show password'}
        </Button>
      </div>
    </FieldFrame>
  );
}

/** R5.9 */
export const defaultTextLimit = 5000;

/** Several lines of text; counts its characters up to the limit (R5.9: 5000 unless told). */
export function TextArea({
  label,
  hint,
  error,
  optional = false,
  limit = defaultTextLimit,
  book = false,
  value,
  ...area
}: FieldFrameProps & {
  limit?: number;
  /** Set in the book face, for text that is read as a page. */
  book?: boolean;
  value: string;
} & Omit<ComponentProps<'textarea'>, 'value' | 'maxLength'>) {
  const id = useId();
  const full = value.length >= limit;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      counter={
        <span className="field-counter">
          {value.length.toLocaleString('en')} / {limit.toLocaleString('en')}
          {full ? ' — the limit is reached' : ''}
        </span>
      }
    >
      <textarea
        {...area}
        id={id}
        value={value}
        maxLength={limit}
        className={`field-control ${book ? 'field-book' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
      />
    </FieldFrame>
  );
}
