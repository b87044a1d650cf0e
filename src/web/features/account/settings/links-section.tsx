import { useState } from 'react';
import type { LiveLink } from '#contract/sharing.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { pathOfLink, useRevokeLink, useShareLinks } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { day } from '#web/ui/text.ts';

export function LinksSection() {
  const { data: links, error } = useShareLinks();
  const { mutateAsync: revoke } = useRevokeLink();
  const changes = useRecordChange();
  const [asked, setAsked] = useState<string | null>(null);
  const turningOff = ({ title, ...link }: Pick<LiveLink, 'audience' | 'kind' | 'id' | 'title'>): Change => ({
    words: `The link of “${title}” is off.`,
    save: async () => {
      await revoke(link);
      return { revision: null, undo: null };
    },
  });
  return (
    <div className="settings-links">
      <h3>Shared links</h3>
      {error ? <Notice kind="error">{error.message}</Notice> : null}
      <ChangeNotice changes={changes} />
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
            busy={changes.isSaving && asked === publicId}
            disabled={changes.isSaving}
            aria-label={`Turn off the ${audience === 'public' ? 'link' : 'players’ link'} of ${title}`}
            onClick={() => {
              setAsked(publicId);
              changes.request(turningOff({ audience, kind, id, title }));
            }}
          >
            Turn off
          </Button>
        </div>
      ))}
    </div>
  );
}
