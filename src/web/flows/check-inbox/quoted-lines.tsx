import { Link } from 'wouter';
import type { CheckQuestion } from '#contract/check-questions.ts';
import { useClip } from '#web/flows/player/use-clip.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import type { CitedState } from '#web/hooks/use-cited.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

interface QuotedLinesProps {
  campaignId: string;
  question: CheckQuestion;
  /** The user follows the link to the transcript. */
  onLeave: () => void;
}

/** What the engine read, to be judged, heard, or read with what is around it. */
export function QuotedLines({ campaignId, question, onLeave }: QuotedLinesProps) {
  const hear = useClip();
  const { lines, session, canBeHeard } = question;
  if (lines.length === 0) return <p className="muted">Its lines are no longer in the transcript.</p>;
  return (
    <div className="check-lines">
      <ul aria-label="What the transcript says">
        {lines.map(({ id, speaker, text, time }) => (
          <li key={id}>
            {canBeHeard && time !== null ? (
              <Button
                kind="quiet"
                icon="play"
                onClick={() => hear({ sessionId: session.id, campaignId, title: session.title }, time)}
              >
                <VisuallyHidden>Hear it at </VisuallyHidden>
                {clock(time.startMs / 1000)}
              </Button>
            ) : null}
            <p>
              {speaker === null ? null : <strong>{speaker}: </strong>}
              {text}
            </p>
          </li>
        ))}
      </ul>
      <Link
        href={campaignPath({ campaignId, sessionId: session.id, tab: 'transcript' })}
        state={{ cited: lines.map(({ id }) => id) } satisfies CitedState}
        onClick={onLeave}
      >
        Show in the transcript
      </Link>
    </div>
  );
}
