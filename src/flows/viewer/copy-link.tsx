import { useState } from 'react';

interface CopyProps {
  label: string;
  text: () => string;
  copied: string;
  /** What the reader can do where the browser does not allow it. */
  otherwise: string;
}

export function CopyButton({ label, text, copied, otherwise }: CopyProps) {
  const [answer, setAnswer] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setAnswer(copied);
    } catch {
      setAnswer(`The browser does not allow copying; ${otherwise}.`);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()} onBlur={() => setAnswer('')}>
        {label}
      </button>
      <span className="muted" role="status">
        {answer}
      </span>
    </>
  );
}

export const CopyLink = () => (
  <CopyButton
    label="Copy link"
    text={() => window.location.href}
    copied="Link copied."
    otherwise="copy the address instead"
  />
);
