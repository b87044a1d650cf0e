import { useNotices } from '#web/hooks/site-hooks.ts';
import { Toasts } from '#web/ui/toast.tsx';

/** The app's alerts (R8). Informational ones disappear by themselves. */
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
