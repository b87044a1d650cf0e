import type { Timeline, TimelineScene } from '#contract/timeline.ts';
import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftLine, useDraftLine } from '../world/draft-line.tsx';
import { PlaceLinks } from '../world/places.tsx';
import { quoted } from './timeline-words.ts';

const LONGEST = 120;

interface InWorldDateProps {
  campaignId: string;
  timeline: Timeline;
  dated: Pick<TimelineScene, 'key' | 'revision' | 'edit' | 'of' | 'dates'>;
  /** Of the session or scene. */
  title: string;
  review: WorldReview | null;
}

/** What was said of when it is, or what the game master set instead. */
export function InWorldDate({ campaignId, timeline, dated, title, review }: InWorldDateProps) {
  const { key, revision, edit, of, dates } = dated;
  const said = edit?.date ?? dates[0]?.text ?? '';
  const draft = useDraftLine(`date ${campaignId} ${key}`, said);

  if (draft.isOpen && review !== null)
    return (
      <DraftLine
        draft={draft}
        label={`In-world date of ${title}`}
        longest={LONGEST}
        busy={review.isChanging}
        onSave={(date) => {
          if (date !== said)
            review.change(
              [{ key, revision, edit: { date, of } }],
              date === '' ? `“${title}” has no date.` : `“${title}” is on ${date}.`,
            );
        }}
      />
    );
  return (
    <span className="timeline-dates">
      {edit === null ? (
        dates.map((date) => (
          <span key={date.text} className="timeline-date">
            {quoted(date)}{' '}
            {date.place === null ? null : (
              <PlaceLinks {...{ campaignId }} world={timeline} place={date.place} of={date.text} />
            )}
          </span>
        ))
      ) : edit.date === '' ? null : (
        <strong className="timeline-date">{edit.date}</strong>
      )}
      {review === null ? null : (
        <>
          <Button
            kind="quiet"
            busy={review.isChanging}
            aria-label={`Set the date of ${title}`}
            onClick={draft.open}
          >
            {edit === null && dates.length === 0 ? 'Set a date' : 'Correct the date'}
          </Button>
          {edit === null ? (
            dates.length === 0 ? null : (
              <Button
                kind="quiet"
                busy={review.isChanging}
                aria-label={`No date for ${title}`}
                onClick={() =>
                  review.change([{ key, revision, edit: { date: '', of } }], `“${title}” has no date.`)
                }
              >
                No date
              </Button>
            )
          ) : (
            <Button
              kind="quiet"
              busy={review.isChanging}
              aria-label={`Remove my date of ${title}`}
              onClick={() =>
                review.change([{ key, revision, edit: null }], `Your date of “${title}” is gone.`)
              }
            >
              Remove my date
            </Button>
          )}
        </>
      )}
    </span>
  );
}
