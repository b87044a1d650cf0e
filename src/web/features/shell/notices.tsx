import { Link } from 'wouter';
import { useNotices } from '#web/hooks/site-hooks.ts';
import { Toasts } from '#web/ui/toast.tsx';

export function Notices() {
  const { notices, dismiss } = useNotices();
  return (
    <Toasts
      toasts={notices.map(({ id, text, tone, link }) => ({
        id,
        text,
        kind: tone === 'failure' ? 'error' : 'success',
        action: link ? (
          <Link href={link.path} onClick={() => dismiss(id)}>
            {link.text}
          </Link>
        ) : null,
        goesByItself: tone === 'information' && link === null,
      }))}
      onDismiss={dismiss}
    />
  );
}
