import { useReleaseWatch } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** What everyone should know of the server, in the words of R8.12 and R4.8. */
export function ReleaseBanner() {
  const { status, maintenance, timeLeft, reload } = useReleaseWatch();
  if (status === 'none') return null;
  const start = maintenance ? moment.format(maintenance.start) : '';
  const end = maintenance ? moment.format(maintenance.end) : '';
  return (
    <section className="announcement" aria-label="Announcement">
      {status === 'upcoming' && timeLeft ? (
        <Notice kind="information">
          {`Scheduled maintenance in ${timeLeft.count} ${timeLeft.unit}${timeLeft.count === 1 ? '' : 's'} (${start} - ${end})`}
        </Notice>
      ) : null}
      {status === 'active' ? (
        <Notice kind="warning">
          {`System maintenance in progress until ${end}. Some features may be unavailable.`}
        </Notice>
      ) : null}
      {status === 'issues' ? (
        <Notice kind="error">
          We are currently experiencing technical difficulties. Our team is working on a resolution.
        </Notice>
      ) : null}
      {status === 'update' ? (
        <Notice kind="information">
          <p>A new version is available. Please refresh your browser.</p>
          <Button onClick={reload}>Refresh</Button>
        </Notice>
      ) : null}
    </section>
  );
}
