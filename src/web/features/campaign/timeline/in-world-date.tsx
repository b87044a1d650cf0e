import { type FormEvent, useState } from 'react';
import type { Timeline, TimelineScene } from '#contract/timeline.ts';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
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
  const known = edit?.date ?? dates[0]?.text ?? '';
  const form = useKeptDraft(`date ${campaignId} ${key}`, { date: known });
  const [isAsked, setAsked] = useState(false);

  function save(event: FormEvent) {
    event.preventDefault();
    const date = form.fields.date.trim();
    setAsked(false);
    if (date !== (edit?.date ?? ''))
      review?.change(
        [{ key, revision, edit: { date, of } }],
        date === '' ? `“${title}” has no date.` : `“${title}” is on ${date}.`,
      );
  }

  if ((isAsked || form.isKept) && review !== null)
    return (
      <form className="world-merge" onSubmit={save}>
        <Field
          label={`In-world date of ${title}`}
          value={form.fields.date}
          maxLength={LONGEST}
          readOnly={review.isChanging}
          onChange={({ target }) => form.write({ date: target.value })}
        />
        {form.isStale ? (
          <StaleNotice while="editing" onTakeTheirs={form.forget}>
            <p>It now says “{known}”. Saving replaces that with yours.</p>
          </StaleNotice>
        ) : null}
        <Button type="submit">Save</Button>
        <Button
          kind="quiet"
          onClick={() => {
            form.forget();
            setAsked(false);
          }}
        >
          Cancel
        </Button>
      </form>
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
            onClick={() => setAsked(true)}
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
