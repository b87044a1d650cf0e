import { Link } from 'wouter';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SleepingDragon } from '#web/ui/illustrations/sleeping-dragon.tsx';

/** For ids that do not exist or belong to someone else; it does not say which. */
export function NotFoundPanel({ what }: { what: 'campaign' | 'session' | 'analysis' }) {
  return (
    <EmptyState
      illustration={<SleepingDragon />}
      wholePage
      title="Not found"
      text={`There is no such ${what} here, or it is not yours. It may have been deleted.`}
    >
      <Link href="/campaign" className="button button-primary">
        Go to your campaigns
      </Link>
    </EmptyState>
  );
}
