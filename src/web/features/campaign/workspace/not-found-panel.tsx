import { Link } from 'wouter';
import { campaignPath } from '#web/hooks/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SleepingDragon } from '#web/ui/illustrations/sleeping-dragon.tsx';

export type MissingPlace = 'campaign' | 'session' | 'analysis';

interface NotFoundPanelProps {
  what: MissingPlace;
  campaignId?: string | undefined;
  sessionId?: string | undefined;
}

/** R2.4: does not reveal whether the id exists. */
export function NotFoundPanel({ what, campaignId, sessionId }: NotFoundPanelProps) {
  return (
    <EmptyState
      illustration={<SleepingDragon />}
      wholePage
      title="Not found"
      text={`This link leads to ${what === 'analysis' ? 'an' : 'a'} ${what} that does not exist or is not yours. It may have been deleted, or the link is incomplete.`}
    >
      <div className="button-row">
        {campaignId && sessionId ? (
          <Link href={campaignPath({ campaignId, sessionId })} className="button button-primary">
            Open this session
          </Link>
        ) : campaignId ? (
          <Link href={campaignPath({ campaignId })} className="button button-primary">
            Open this campaign
          </Link>
        ) : null}
        <Link href="/campaign" className={`button${campaignId ? '' : ' button-primary'}`}>
          Go to your campaigns
        </Link>
      </div>
    </EmptyState>
  );
}
