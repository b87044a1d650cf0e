import { useState } from 'react';

export function CopyLink() {
  const [answer, setAnswer] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setAnswer('Link copied.');
    } catch {
      setAnswer('The browser does not allow copying; copy the address instead.');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()} onBlur={() => setAnswer('')}>
        Copy link
      </button>
      <span className="muted" role="status">
        {answer}
      </span>
    </>
  );
}
