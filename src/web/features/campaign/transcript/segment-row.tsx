import { memo, type ReactNode } from 'react';
import { searchPlaces } from '#contract/recognized-text.ts';
import type { Segment } from '#contract/transcript.ts';
import { voiceHue } from '#web/results/voice-hue.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

interface SegmentRowProps {
  segment: Segment;
  place: string;
  speaker: { label: string; hue: string } | null;
  sameSpeaker: boolean;
  /** What the game master called the moment; empty for a mark without a word. */
  mark?: string | null;
  wanted: string;
  cited: boolean;
  citedFirst: boolean;
  onPlay: ((segment: Segment) => void) | null;
  onEdit: ((segment: Segment) => void) | null;
  onQuote: ((segment: Segment) => void) | null;
  /** At one line only; arrow keys move between lines. */
  isTabStop: boolean;
  form: ReactNode;
}

/** Rendered only when it changes, because a scrolling list renders often. */
export const SegmentRow = memo(function SegmentRow({
  segment,
  place,
  speaker,
  sameSpeaker,
  mark = null,
  wanted,
  cited,
  citedFirst,
  onPlay,
  onEdit,
  onQuote,
  isTabStop,
  form,
}: SegmentRowProps) {
  const tabIndex = isTabStop ? 0 : -1;
  const name = speaker?.label ?? 'Unknown speaker';
  const lineName = segment.id.replace(/^s(?=\d)/u, '');
  return (
    <>
      {onPlay ? (
        <button
          type="button"
          className="transcript-place transcript-play"
          tabIndex={tabIndex}
          onClick={() => onPlay(segment)}
        >
          <VisuallyHidden>Play from </VisuallyHidden>
          {place}
        </button>
      ) : (
        <span className="transcript-place">{place}</span>
      )}
      <div>
        {sameSpeaker ? (
          <VisuallyHidden>{name}: </VisuallyHidden>
        ) : (
          <p className={`transcript-speaker ${speaker?.hue ?? voiceHue(-1)}`}>{name}</p>
        )}
        {mark === null ? null : (
          <p className="transcript-mark">{mark === '' ? 'Your mark' : `Your mark: ${mark}`}</p>
        )}
        {form ?? (
          <p className="transcript-text">
            {cited ? <VisuallyHidden>Cited: </VisuallyHidden> : null}
            <Found text={segment.text} wanted={wanted} />
            {segment.originalText === null ? null : (
              <span className="transcript-edited" title={`Originally: “${segment.originalText}”`}>
                edited
              </span>
            )}
          </p>
        )}
        {citedFirst && onPlay ? (
          <Button kind="quiet" icon="play" tabIndex={tabIndex} onClick={() => onPlay(segment)}>
            Play the cited words
          </Button>
        ) : null}
      </div>
      {form ? null : (
        <div className="transcript-acts">
          {onQuote ? (
            <Button
              kind="quiet"
              icon="quote"
              iconOnly
              className="transcript-act transcript-quote"
              tabIndex={tabIndex}
              onClick={() => onQuote(segment)}
            >
              {`Quote line ${lineName} in notes`}
            </Button>
          ) : null}
          <Button
            kind="quiet"
            icon="pencil"
            iconOnly
            className="transcript-act transcript-edit"
            tabIndex={tabIndex}
            disabled={onEdit === null}
            onClick={() => onEdit?.(segment)}
          >
            {`Edit line ${lineName}`}
          </Button>
        </div>
      )}
    </>
  );
});

function Found({ text, wanted }: { text: string; wanted: string }) {
  if (wanted === '') return text;
  const parts: { text: string; at: number; found: boolean }[] = [];
  let from = 0;
  for (const { start, end } of searchPlaces(text, wanted)) {
    if (start > from) parts.push({ text: text.slice(from, start), at: from, found: false });
    parts.push({ text: text.slice(start, end), at: start, found: true });
    from = end;
  }
  parts.push({ text: text.slice(from), at: from, found: false });
  return parts.map((part) =>
    part.found ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
  );
}
