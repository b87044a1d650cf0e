import { memo } from 'react';
import type { Evening, Evidence } from '#contract/analysis-result.ts';
import { marksIn, sharesOf, type TimelinePlace } from './evening-places.ts';
import { PlacePlay } from './place-play.tsx';

interface TimelineListProps {
  evening: Evening;
  places: readonly TimelinePlace[];
  placeOf: (evidence: Evidence, ms?: number) => string;
  isMeasured: boolean;
  canPlay: boolean;
  onChoose: (place: TimelinePlace) => void;
}

/** Who speaks and what is marked in a chapter. */
function inChapter({ timeline, pointers }: Evening, { startMs, endMs }: TimelinePlace): string {
  const stretch = (ms: number) => Math.floor(ms / timeline.stretchMs);
  const shares = sharesOf(timeline, stretch(startMs), stretch(endMs) + 1);
  return [
    shares.map(({ label, percent }) => `${label} ${percent}%`).join(', '),
    marksIn(pointers, startMs, endMs),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** All that the timeline shows and plays, in rows. */
export const TimelineList = memo(function TimelineList({
  evening,
  places,
  placeOf,
  isMeasured,
  canPlay,
  onChoose,
}: TimelineListProps) {
  return (
    <div className="timeline-list">
      <table>
        <thead>
          <tr>
            <th scope="col">{isMeasured ? 'From' : 'Line'}</th>
            <th scope="col">What</th>
            <th scope="col">Words</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => {
            const isChapter = place.kind === 'chapter';
            const title = isChapter && place.words !== '' ? `${place.title}: ${place.words}` : place.title;
            const choose = () => onChoose(place);
            return (
              <tr key={place.key} className={isChapter ? 'timeline-list-chapter' : undefined}>
                <td>
                  <PlacePlay
                    place={placeOf(place.evidence, place.startMs)}
                    words={`, ${title}`}
                    onPlay={canPlay ? choose : null}
                    onOpen={choose}
                  />
                </td>
                <th scope="row">{title}</th>
                <td>{isChapter ? inChapter(evening, place) : place.words}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
});
