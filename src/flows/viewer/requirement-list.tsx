import { useEffect, useState } from 'react';

interface RequirementListProps {
  numbers: readonly string[];
  texts: Readonly<Record<string, string>>;
  shown?: string | undefined;
}

export function RequirementList({ numbers, texts, shown }: RequirementListProps) {
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    setOpen(shown !== undefined && numbers.includes(shown) ? shown : null);
  }, [shown, numbers]);
  if (numbers.length === 0) {
    return null;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the buttons in it open
    <div
      className="requirements"
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          setOpen(null);
        }
      }}
    >
      <ul aria-label="Requirements">
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              className="number"
              title={texts[number] ?? 'This number has no text.'}
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
