import { useState } from 'react';
import type { Traffic } from '../traffic.ts';
import type { TrafficSource } from './viewer-data.ts';

interface TrafficBarProps {
  source: TrafficSource;
  traffic: Traffic;
  /** After counting began, or its counts went. */
  onChange: () => void;
}

/** What the counts on the chart are, and in development whether they go on. */
export function TrafficBar({ source, traffic, onChange }: TrafficBarProps) {
  const { words, counting } = source;
  const [isOn, setOn] = useState(() => counting?.isOn() ?? true);
  const turn = (on: boolean) => {
    if (on) counting?.start();
    else counting?.end();
    setOn(on);
    onChange();
  };
  const total = [...traffic.values()].reduce((sum, count) => sum + count, 0);
  return (
    <p className="note" role="status">
      {!isOn
        ? 'This browser counts nothing yet. Once you start, open the app in another tab and use it; only counts of steps are kept, here.'
        : total === 0
          ? `No transition of this chart was counted ${words}.`
          : `Numbers say how often each transition was taken ${words}; pale ones never were. ${total} in all. Of several that lead to the same state, the first counts.`}{' '}
      {counting && (
        <button type="button" className="plain" onClick={() => turn(!isOn)}>
          {isOn ? 'Stop and forget' : 'Start counting'}
        </button>
      )}
      {counting && isOn && (
        <>
          {' '}
          <button type="button" className="plain" onClick={onChange}>
            Count again
          </button>
        </>
      )}
    </p>
  );
}
