import { type ComponentProps, useId } from 'react';
import { describedBy, FieldFrame, type FieldFrameProps } from './field.tsx';
import { wholeNumber } from './text.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const defaultTextLimit = 5000;

/** Of the limit. */
const tellingShares = [0.1, 0.05, 0.02, 0.01];

/** Only near the limit, and a few times, so that not every key is announced. */
export function roomLeft(length: number, limit: number): string {
  const left = limit - length;
  if (left <= 0) return 'The limit is reached.';
  const share = tellingShares.filter((candidate) => left <= limit * candidate).at(-1);
  if (share === undefined) return '';
  return `Fewer than ${wholeNumber(Math.floor(limit * share) + 1)} characters left.`;
}

export function LimitCounter({ length, limit }: { length: number; limit: number }) {
  const full = length >= limit;
  return (
    <>
      <span className="field-counter" data-full={full || undefined}>
        {wholeNumber(length)} / {wholeNumber(limit)}
        {full ? ' — the limit is reached' : ''}
      </span>
      <span role="status">
        <VisuallyHidden>{roomLeft(length, limit)}</VisuallyHidden>
      </span>
    </>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'maxLength'>, FieldFrameProps {
  limit?: number;
  book?: boolean;
  value: string;
}

/** R5.9: 5000 characters by default. */
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
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      counter={<LimitCounter length={value.length} limit={limit} />}
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
