import { useState } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { Timeline, TimelineEvening } from '#contract/timeline.ts';
import type { Visibility } from '#contract/visibility.ts';
import { useWorldReview, type WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { campaignPath, worldPath } from '#web/hooks/paths.ts';
import { useTimeline } from '#web/hooks/timeline-hooks.ts';
import { useWorldChanges } from '#web/hooks/world-hooks.ts';
import { day } from '#web/ui/text.ts';
import { ReaderSelect } from '../story/reader-select.tsx';
import { MemoryPage, TakeAway } from '../world/memory-page.tsx';
import { PlaceLinks } from '../world/places.tsx';
import { ReviewState } from '../world/review-state.tsx';
import { InWorldDate } from './in-world-date.tsx';
import { roadOf, sessionOf, spokenOf, timelineAsMarkdown } from './timeline-words.ts';
import './timeline.css';

const nothing: Readonly<Record<Visibility, string>> = {
  gm: 'Once the campaign has a session, it appears here with its scenes, dates and places.',
  players: 'Players read what your notes show them. Nothing of your notes is visible to players yet.',
  public: 'Everyone reads what your notes make public. Nothing of your notes is public yet.',
};

interface TimelineViewProps {
  campaign: Pick<Campaign, 'id' | 'title'>;
}

/** Sessions and scenes in order, with in-world dates and the party's road. */
export function TimelineView({ campaign }: TimelineViewProps) {
  const [reader, setReader] = useState<Visibility>('gm');
  const timeline = useTimeline(campaign.id, reader);
  const review = useWorldReview(useWorldChanges(campaign.id));
  return (
    <MemoryPage
      campaign={campaign}
      title="Timeline"
      className="timeline"
      of={timeline}
      choices={
        <>
          {reader === 'gm' && timeline.data?.evenings.length === 0 ? null : (
            <div className="world-filters">
              <ReaderSelect reader={reader} onChoose={setReader} />
            </div>
          )}
          <ReviewState review={review} />
        </>
      }
    >
      {(data) =>
        data.evenings.length === 0 ? (
          <p>{nothing[reader]}</p>
        ) : (
          <Evenings campaign={campaign} timeline={data} review={reader === 'gm' ? review : null} />
        )
      }
    </MemoryPage>
  );
}

interface EveningsProps extends TimelineViewProps {
  timeline: Timeline;
  /** Null: dates are only read. */
  review: WorldReview | null;
}

function Evenings({ campaign, timeline, review }: EveningsProps) {
  const markdown = () => timelineAsMarkdown(campaign.title, timeline);
  const road = roadOf(timeline);
  return (
    <>
      <TakeAway
        label="Copy as Markdown"
        text={markdown}
        markdown={markdown}
        name={`${campaign.title} – timeline`}
      />
      {road.length === 0 ? null : (
        <section aria-labelledby="road">
          <h2 id="road">The party’s road</h2>
          <ol className="timeline-road">
            {road.map(({ key, name, session, place }) => (
              <li key={`${key} ${place.sessionId} ${place.lineId}`}>
                {review === null ? name : <Link href={worldPath(campaign.id, key)}>{name}</Link>}{' '}
                <span className="muted">{session}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {timeline.evenings.map((evening) => (
        <Evening
          key={evening.of.sessionId}
          campaignId={campaign.id}
          evening={evening}
          timeline={timeline}
          review={review}
        />
      ))}
    </>
  );
}

interface EveningProps {
  campaignId: string;
  timeline: Timeline;
  evening: TimelineEvening;
  review: WorldReview | null;
}

function Evening({ campaignId, timeline, evening, review }: EveningProps) {
  const { sessionId } = evening.of;
  const session = sessionOf(timeline, evening);
  const title = session?.title ?? '';
  const shared = { campaignId, timeline, review };
  const spoken = spokenOf(evening);
  return (
    <section aria-label={title} className="timeline-evening">
      <h2>
        <Link href={campaignPath({ campaignId, sessionId })}>{title}</Link>
      </h2>
      {session?.playedAt ? <p className="muted">Played on {day(session.playedAt)}</p> : null}
      <InWorldDate {...shared} dated={evening} title={title} />
      {evening.scenes.length === 0 ? null : (
        <ol className="timeline-scenes">
          {evening.scenes.map((scene, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two scenes may have the same title and no line.
            <li key={`${scene.key} ${at}`} className="world-name">
              <span>{scene.title}</span>
              <div className="world-thread-actions">
                {scene.place === null ? null : (
                  <PlaceLinks {...{ campaignId }} world={timeline} place={scene.place} of={scene.title} />
                )}
                <InWorldDate {...shared} dated={scene} title={scene.title} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {spoken.length === 0 ? null : <p className="muted">Spoken of: {spoken.join(', ')}</p>}
    </section>
  );
}
