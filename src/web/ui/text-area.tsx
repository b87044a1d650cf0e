import { type ComponentProps, useId } from 'react';
import { describedBy, FieldFrame, type FieldFrameProps } from './field.tsx';
import { wholeNumber } from './text.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** R5.9 */
export const defaultTextLimit = 5000;

/** Shares of the limit that may be left when a listener is told how much it is. */
const tellingShares = [0.1, 0.05, 0.02, 0.01];

/**
 * What a listener is told of the room that is left: nothing far from the limit, then a few times on the way, so that
 * not every key speaks.
 */
export function roomLeft(length: number, limit: number): string {
  const left = limit - length;
  if (left <= 0) return 'The limit is reached.';
  const share = tellingShares.filter((candidate) => left <= limit * candidate).at(-1);
  if (share === undefined) return '';
  return `Fewer than ${wholeNumber(Math.floor(limit * share) + 1)} characters left.`;
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'maxLength'>, FieldFrameProps {
  limit?: number;
  /** Set in the book face, for text that is read as a page. */
  book?: boolean;
  value: string;
}

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
}: TextAreaProps) {
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
        <>
          <span className="field-counter" data-full={full || undefined}>
            {wholeNumber(value.length)} / {wholeNumber(limit)}
            {full ? ' — the limit is reached' : ''}
          </span>
          <span role="status">
            <VisuallyHidden>{roomLeft(value.length, limit)}</VisuallyHidden>
          </span>
        </>
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
