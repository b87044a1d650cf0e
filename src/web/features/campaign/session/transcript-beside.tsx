import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';

interface TranscriptBesideProps {
  onClose: () => void;
  children: ReactNode;
}

/** Escape closes it and returns the focus. */
export function TranscriptBeside({ onClose, children }: TranscriptBesideProps) {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Escape closes only these.
    if (event.target instanceof Element && event.target.closest('form, input, textarea, dialog')) return;
    onClose();
  }

  return (
    <aside className="transcript-beside" aria-label="Transcript" onKeyDown={leave}>
      <div className="transcript-beside-head">
        <h2>Transcript</h2>
        <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
          Close the transcript
        </Button>
      </div>
      {children}
    </aside>
  );
}
