import { useEffect, useRef } from 'react';
import { stateTitle } from '../export/step-words.ts';
import { clockWords, type Simulation } from './simulation.ts';

interface TimelineProps {
  simulation: Simulation;
  onGoTo: (position: number) => void;
}

export function Timeline({ simulation, onGoTo }: TimelineProps) {
  const { moments, position } = simulation;
  const current = useRef<HTMLLIElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Only the list, never the page.
    if (list.current && position >= 0) {
      list.current.scrollTop = (current.current?.offsetTop ?? 0) - list.current.clientHeight / 2;
    }
  }, [position]);
  return (
    <ol className="timeline" ref={list}>
      {moments.map(({ did, state, at }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a moment is identified by its place
          key={index}
          ref={index === position ? current : undefined}
          className={index > position ? 'is-ahead' : undefined}
        >
          <button
            type="button"
            aria-current={index === position ? 'step' : undefined}
            onClick={() => onGoTo(index)}
          >
            <span className="what">{index === 0 ? `Start: ${did}` : `${index}. ${did}`}</span>
            <span className="leads">
              → {stateTitle(state) || 'the end'} {at > 0 && <small>{clockWords(at)}</small>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
