import type { Flow } from '../flow.ts';
import { allStates, stateId } from '../transitions.ts';
import type { Wait } from '../waits.ts';
import { sentence } from '../words.ts';
import { boxPathWords } from './state-words.ts';

interface WaitListProps {
  flow: Flow;
  waits: readonly Wait[];
  onSelect: (id: string) => void;
}

export function WaitList({ flow: { machine }, waits, onSelect }: WaitListProps) {
  const states = allStates(machine);
  const place = (id: string) => {
    const node = states.find((one) => stateId(one) === id);
    return node ? boxPathWords(node) : id;
  };
  return (
    <details className="figures">
      <summary>Waits ({waits.length})</summary>
      <ul className="sentences">
        {waits.map(({ delay, lasts, source, targets }) => (
          <li key={`${delay} ${source} ${targets.join(' ')}`}>
            {delay !== undefined && `${sentence(delay)}: `}
            <strong>{lasts}</strong> in{' '}
            <button type="button" className="plain" onClick={() => onSelect(source)}>
              {place(source)}
            </button>
            {targets.length > 0 ? `, then ${targets.map(place).join(' and ')}` : ', and it stays there'}
          </li>
        ))}
      </ul>
    </details>
  );
}
