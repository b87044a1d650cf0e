import { type ReactNode, useState } from 'react';
import type { Passage } from '#contract/analysis-result.ts';
import { useAllSegments } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { citedLines } from '../transcript/cited-lines.ts';
import { PlacePlay } from './place-play.tsx';

interface PassageViewProps {
  passage: Passage;
  place: string;
  hue: string;
  isKept: boolean;
  transcriptId: string | null;
  speakerOf: (speakerId: string | null) => { label: string; hue: string };
  onPlay: (() => void) | null;
  onOpen: () => void;
  /** To drag it by. */
  grip: ReactNode;
  isCarried: boolean;
  /** Null if it cannot be changed now. */
  acts: {
    keep: () => void;
    hide: () => void;
    move: () => void;
  } | null;
}

/** Of this page alone, so that no other loads it. */
const Star = () => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    aria-hidden="true"
  >
    <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z" />
  </svg>
);

/** Word for word, with who says it, when, and the sound of it. */
export function PassageView({
  passage,
  place,
  hue,
  isKept,
  transcriptId,
  speakerOf,
  onPlay,
  onOpen,
  grip,
  isCarried,
  acts,
}: PassageViewProps) {
  const [isOpen, setOpen] = useState(false);
  const words = passage.text.length > 60 ? `${passage.text.slice(0, 60)}…` : passage.text;
  return (
    <figure
      className="passage"
      id={`passage-${passage.id}`}
      data-kept={isKept || undefined}
      data-added={passage.shown === 'more' || undefined}
      data-carried={isCarried || undefined}
    >
      {grip}
      <blockquote>{passage.text}</blockquote>
      <figcaption>
        {passage.speaker === null ? null : <strong className={hue}>{passage.speaker}</strong>}
        <PlacePlay place={place} words={`, “${words}”`} onPlay={onPlay} onOpen={onOpen} />
        {passage.shown === 'more' && !isKept ? <span className="muted">Only in the longer read</span> : null}
        <span className="passage-acts">
          {acts ? (
            <>
              <Button
                kind="quiet"
                aria-pressed={isKept}
                className="passage-keep"
                aria-label={`Keep “${words}”`}
                onClick={acts.keep}
              >
                <Star /> {isKept ? 'Kept' : 'Keep'}
              </Button>
              <Menu
                label={`More to do with “${words}”`}
                icon="more"
                iconOnly
                items={[
                  { key: 'move', label: 'Move into my notes …', icon: 'plus', onChoose: acts.move },
                  {
                    key: 'hide',
                    label: passage.hidden ? 'Show again' : 'Hide',
                    icon: passage.hidden ? 'eye' : 'eyeOff',
                    onChoose: acts.hide,
                  },
                ]}
              />
            </>
          ) : null}
          {transcriptId === null ? null : (
            <Button
              kind="quiet"
              aria-expanded={isOpen}
              aria-label={`More around “${words}”`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Less' : 'More'}
            </Button>
          )}
        </span>
      </figcaption>
      {isOpen ? (
        <Around passage={passage} transcriptId={transcriptId} speakerOf={speakerOf} onOpen={onOpen} />
      ) : null}
    </figure>
  );
}

const turnsAround = 3;

/** The lines before and after it. */
function Around({
  passage,
  transcriptId,
  speakerOf,
  onOpen,
}: Pick<PassageViewProps, 'passage' | 'transcriptId' | 'speakerOf' | 'onOpen'>) {
  const { data, error, hasNextPage, refetch } = useAllSegments(transcriptId);
  const segments = data?.segments ?? [];
  const own = citedLines(segments, passage.evidence.segmentIds);
  const first = segments.findIndex(({ id }) => own.has(id));
  const last = segments.findLastIndex(({ id }) => own.has(id));
  if (first < 0 && error) return <LoadFailure message={error.message} onRetry={() => refetch()} />;
  if (first < 0 && data && !hasNextPage)
    return <p className="muted">Its lines were deleted from the transcript.</p>;
  if (first < 0) return <Skeleton label="Loading what was said around it" lines={4} />;
  return (
    <div className="passage-around">
      {segments
        .slice(Math.max(0, first - turnsAround), last + turnsAround + 1)
        .map(({ id, speakerId, text }) => {
          const { label, hue } = speakerOf(speakerId);
          return (
            <p key={id} data-own={own.has(id) || undefined}>
              <strong className={hue}>{label}</strong> {text}
            </p>
          );
        })}
      <Button kind="quiet" icon="book" onClick={onOpen}>
        Open in the transcript
      </Button>
    </div>
  );
}
