import { usePublicLinks, useRevokeLink } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { day } from '#web/ui/text.ts';

/** Every public link that is on, each to be turned off (D10). */
export function LinksSection() {
  const { data: links, error } = usePublicLinks();
  const revoke = useRevokeLink();
  const failure = revoke.error ?? error;
  return (
    <div className="settings-links">
      <h3>Public links</h3>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {links === undefined && !error ? <Skeleton label="Loading your links" lines={2} /> : null}
      {links?.length === 0 ? (
        <p className="account-aside">None of your campaigns and sessions is public.</p>
      ) : null}
      {links?.map(({ kind, id, publicId, title, campaignTitle, enabledAt }) => (
        <div key={id} className="settings-row">
          <div>
            <a
              href={`/${kind === 'campaign' ? 'campaign' : 'sessions'}/${id}/public/${publicId}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {title}
            </a>
            <p className="account-aside">
              {kind === 'campaign' ? 'Campaign' : `Session of ${campaignTitle}`}, since {day(enabledAt)}
            </p>
          </div>
          <Button
            kind="danger"
            busy={revoke.isPending && revoke.variables.id === id}
            aria-label={`Turn off the link of ${title}`}
            onClick={() => revoke.mutate({ kind, id })}
          >
            Turn off
          </Button>
        </div>
      ))}
    </div>
  );
}
