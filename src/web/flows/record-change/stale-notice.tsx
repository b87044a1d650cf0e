import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface StaleNoticeProps {
  /** What the user was doing. */
  while: 'editing' | 'writing';
  onTakeTheirs: (() => void) | undefined;
  /** The other version. */
  children: ReactNode;
}

/** In a form whose record was changed elsewhere: shows the other version and offers it in place of the user's own. */
export function StaleNotice({ while: doing, onTakeTheirs, children }: StaleNoticeProps) {
  return (
    <Notice kind="warning" title={`This was changed elsewhere while you were ${doing}`}>
      {children}
      <Button onClick={onTakeTheirs}>Use that version</Button>
    </Notice>
  );
}
