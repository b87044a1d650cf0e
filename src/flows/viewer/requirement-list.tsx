import { useState } from 'react';

/** Requirement numbers; each opens its text. */
export function RequirementList({
  numbers,
  texts,
}: {
  numbers: readonly string[];
  texts: Readonly<Record<string, string>>;
}) {
  const [open, setOpen] = useState<string | null>(null);
  if (numbers.length === 0) {
    return null;
  }
  return (
    <div className="requirements">
      <ul aria-label="Requirements">
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              className="number"
              aria-expanded={open === number}
              onClick={() => setOpen(open === number ? null : number)}
            >
              {number}
            </button>
          </li>
        ))}
      </ul>
      <p className="requirement-text" aria-live="polite">
        {open !== null && (
          <>
            <strong>{open}</strong> {texts[open] ?? 'This number has no text.'}
          </>
        )}
      </p>
    </div>
  );
}
