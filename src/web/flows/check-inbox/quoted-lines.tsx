import { Fragment } from 'react';
import { Link } from 'wouter';
import type { CheckQuestion } from '#contract/check-questions.ts';
import { useClip } from '#web/flows/player/use-clip.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import type { CitedState } from '#web/hooks/use-cited.ts';
import { lineNumber } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';

interface QuotedLinesProps {
  campaignId: string;
  question: CheckQuestion;
  onLeave: () => void;
}

export function QuotedLines({ campaignId, question, onLeave }: QuotedLinesProps) {
  const hear = useClip();
  const { lines, session, canBeHeard, kind, about } = question;
  if (lines.length === 0) return <p className="muted">Its lines are no longer in the transcript.</p>;
  const names = kind === 'fact' || kind === 'other' ? [] : about;
  const address = campaignPath({ campaignId, sessionId: session.id, tab: 'transcript' });
  return (
    <ul className="check-lines" aria-label="What the transcript says">
      {lines.map(({ id, speaker, text, time }) => {
        const place = time === null ? `line ${lineNumber(id)}` : clock(time.startMs / 1000);
        return (
          <li key={id}>
            <p>
              {speaker === null ? null : <strong>{speaker}: </strong>}
              <Marked text={text} names={names} />{' '}
              <Link
                href={address}
                state={{ cited: [id] } satisfies CitedState}
                className="evidence-chip"
                aria-label={`Show in the transcript: ${place}`}
                title="Show this in the transcript"
                onClick={onLeave}
              >
                {place}
              </Link>
            </p>
            {canBeHeard && time !== null ? (
              <Button
                kind="quiet"
                icon="play"
                aria-label={`Hear it at ${place}`}
                onClick={() => hear({ sessionId: session.id, campaignId, title: session.title }, time)}
              >
                Hear it
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

function Marked({ text, names }: { text: string; names: readonly string[] }) {
  if (names.length === 0) return text;
  const parts = text.split(new RegExp(`(${names.map(escaped).join('|')})`, 'u'));
  return parts.map((part, index) => {
    const key = `${index}${part}`;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>;
  });
}
