import { useId, useState } from 'react';
import type { Speaker } from '#contract/transcript.ts';
import { attendance } from '#web/results/attendance.ts';
import { Button } from '#web/ui/button.tsx';

/** Who was there, in one line; the rest of many voices on request. */
export function AtTheTable({ speakers }: { speakers: readonly Speaker[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const present = attendance(speakers);
  if (present === null) return null;
  const { all, short } = present;
  return (
    <div className="at-the-table">
      <span id={id} title={all}>
        {short === null || isOpen ? all : `${short.text} and`}
      </span>{' '}
      {short === null ? null : (
        <Button kind="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `${short.more} more`}
        </Button>
      )}
    </div>
  );
}
