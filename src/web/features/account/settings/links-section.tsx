import { pathOfLink, useRevokeLink, useShareLinks } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { day } from '#web/ui/text.ts';

export function LinksSection() {
  const { data: links, error } = useShareLinks();
  const revoke = useRevokeLink();
  const failure = revoke.error ?? error;
  return (
    <div className="settings-links">
      <h3>Shared links</h3>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {links === undefined && !error ? <Skeleton label="Loading your links" lines={2} /> : null}
      {links?.length === 0 ? (
        <p className="account-aside">You aren’t sharing any campaigns or sessions.</p>
      ) : null}
      {links?.map(({ audience, kind, id, publicId, title, campaignTitle, hasPassphrase, enabledAt }) => (
        <div key={publicId} className="settings-row">
          <div>
            <a href={pathOfLink({ audience, kind, id, publicId })} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
            <p className="account-aside">
              {kind === 'campaign' ? 'Campaign' : `Session of ${campaignTitle}`}, for{' '}
              {audience === 'public' ? 'anyone with the link' : 'your players'}
              {hasPassphrase ? ' with the passphrase' : ''}, since {day(enabledAt)}
            </p>
          </div>
          <Button
            kind="danger"
            busy={revoke.isPending && revoke.variables.id === id && revoke.variables.audience === audience}
            aria-label={`Turn off the ${audience === 'public' ? 'link' : 'players’ link'} of ${title}`}
            onClick={() => revoke.mutate({ audience, kind, id })}
          >
            Turn off
          </Button>
        </div>
      ))}
    </div>
  );
}
