import { useNotices } from '#web/hooks/site-hooks.ts';
import { Toasts } from '#web/ui/toast.tsx';

/** What happened elsewhere and wants to be known: the app's alert (R8). What is only told goes by itself. */
export function Notices() {
  const { notices, dismiss } = useNotices();
  return (
    <Toasts
      toasts={notices.map(({ id, text, tone }) => ({
        id,
        text,
        kind: tone === 'failure' ? 'error' : 'success',
        goesByItself: tone === 'information',
      }))}
      onDismiss={dismiss}
    />
  );
}
