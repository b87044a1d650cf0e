import { useId } from 'react';
import type { Evening, Evidence } from '#contract/analysis-result.ts';
import { quotation } from '#contract/evening-text.ts';
import { PlacePlay } from './place-play.tsx';
import { lengthOf } from './timeline-scale.ts';

interface LastPassagesProps {
  evening: Evening;
  placeOf: (evidence: Evidence, ms?: number) => string;
  isMeasured: boolean;
  /** In seconds; null without a recording of these words. */
  play: ((seconds: number) => void) | null;
  onOpen: (evidence: Evidence) => void;
}

const halfHour = 30 * 60_000;

/** The page's passages from the last half hour of the evening. */
export function LastPassages({ evening, placeOf, isMeasured, play, onOpen }: LastPassagesProps) {
  const id = useId();
  const last = evening.passages.filter(
    ({ hidden, shown, endMs }) => !hidden && shown === 'page' && endMs > lengthOf(evening) - halfHour,
  );
  return (
    <aside aria-labelledby={id}>
      <h4 id={id}>{isMeasured ? 'From the last half hour' : 'From the end'}</h4>
      {last.length === 0 ? <p className="muted">No passages were picked from it.</p> : null}
      <ul className="plain-lines">
        {last.map((passage) => (
          <li key={passage.id}>
            {quotation(passage).text}{' '}
            <PlacePlay
              place={placeOf(passage.evidence, passage.startMs)}
              onPlay={play && isMeasured ? () => play(passage.startMs / 1000) : null}
              onOpen={() => onOpen(passage.evidence)}
            />
          </li>
        ))}
      </ul>
    </aside>
  );
}
