import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { World } from '#contract/world.ts';
import { useWorldReview, type WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { campaignPath, worldPath } from '#web/hooks/paths.ts';
import { useWorld, useWorldChanges } from '#web/hooks/world-hooks.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReviewState } from './review-state.tsx';
import { WorldNames } from './world-names.tsx';
import { WorldSuggestions } from './world-suggestions.tsx';
import './world.css';

const EntryView = lateView(async () => (await import('./entry-view.tsx')).EntryView, {
  meanwhile: <Skeleton label="Loading the entry" heading lines={6} />,
});

const Threads = lateView(async () => (await import('./world-threads.tsx')).WorldThreads, {
  meanwhile: <Skeleton label="Loading the threads" lines={6} />,
});

interface WorldViewProps {
  campaign: Pick<Campaign, 'id' | 'title'>;
  /** A page of the index, or the key of an entry. */
  place: string;
}

/** People, places and things of all sessions of a campaign. Only the game master sees it. */
export function WorldView({ campaign, place }: WorldViewProps) {
  const world = useWorld(campaign.id);
  const review = useWorldReview(useWorldChanges(campaign.id));
  const isEntry = place !== 'names' && place !== 'threads';
  return (
    <>
      <p className="world-path">
        <Link href={campaignPath({ campaignId: campaign.id })}>{campaign.title}</Link>
        {isEntry ? (
          <>
            {' '}
            · <Link href={`${campaignPath({ campaignId: campaign.id })}&world=names`}>World</Link>
          </>
        ) : null}
      </p>
      {isEntry ? null : <Pages campaignId={campaign.id} place={place} />}
      {place === 'threads' ? null : <ReviewState review={review} />}
      {world.data ? (
        isEntry ? (
          <EntryView
            key={place}
            campaignId={campaign.id}
            entryKey={place}
            world={world.data}
            review={review}
          />
        ) : place === 'threads' ? (
          <Threads campaignId={campaign.id} world={world.data} />
        ) : (
          <Names campaignId={campaign.id} world={world.data} review={review} />
        )
      ) : world.error ? (
        <LoadFailure message={world.error.message} onRetry={() => world.refetch()} />
      ) : (
        <Skeleton label="Loading the world" heading lines={6} />
      )}
    </>
  );
}

function Pages({ campaignId, place }: { campaignId: string; place: string }) {
  const pages = [
    { key: 'names', label: 'Names' },
    { key: 'threads', label: 'Threads and promises' },
  ];
  return (
    <>
      <PageHeading title="World" />
      <nav className="world-pages" aria-label="World">
        {pages.map(({ key, label }) => (
          <Link key={key} href={worldPath(campaignId, key)} aria-current={key === place ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}

function Names(props: { campaignId: string; world: World; review: WorldReview }) {
  if (props.world.entries.length === 0)
    return <p>Once a session is analyzed, its people, places and things appear here, with every mention.</p>;
  return (
    <>
      <p className="muted">Everyone and everything named in your sessions. Only you see this page.</p>
      <WorldSuggestions {...props} />
      <WorldNames {...props} />
    </>
  );
}
