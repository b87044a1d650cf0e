import { useNotices } from '#web/app/hooks.ts';
import { Notice } from '#web/ui/notice.tsx';

/** What happened elsewhere and wants to be known: the app's alert (R8). */
export function Notices() {
  const { notices, dismiss } = useNotices();
  return (
    <div className="notices">
      {notices.map((notice) => (
        <Notice
          key={notice.id}
          kind={notice.tone === 'failure' ? 'error' : 'information'}
          onDismiss={() => dismiss(notice.id)}
        >
          {notice.text}
        </Notice>
      ))}
    </div>
  );
}
