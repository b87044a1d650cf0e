import { type RefObject, useEffect } from 'react';
import type { RecordChanges } from './use-record-change.ts';

/** Takes the last notice away; shared by the parts of a page. */
export type LastNotice = RefObject<(() => void) | null>;

/** Of several parts of a page only the one that was changed last says so and offers to undo it. */
export function useOnlyNotice(
  { words, dismiss }: Pick<RecordChanges, 'words' | 'dismiss'>,
  last: LastNotice,
) {
  useEffect(() => {
    if (words === null) return;
    if (last.current !== dismiss) last.current?.();
    last.current = dismiss;
  }, [words, dismiss, last]);
}
