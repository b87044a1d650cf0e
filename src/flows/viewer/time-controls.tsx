import { type FormEvent, useId, useState } from 'react';
import { activeNodes } from '../selection.ts';
import { type ModelState, type TimedModel, waiting } from '../timed-model.ts';
import { duration } from '../words.ts';
import { leadsWords } from './event-buttons.tsx';
import { goalWords } from './state-words.ts';

const units = [
  ['milliseconds', 1],
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
] as const;

function timerWords(model: TimedModel, state: ModelState, type: string, milliseconds: number): string {
  if (milliseconds === state.timers[0]?.remaining) {
    return leadsWords(model.next(state, waiting(milliseconds)), state);
  }
  const goals = model.transitions
    .filter(
      ({ definition, source }) =>
        definition.eventType === type && activeNodes(state.machine).includes(source),
    )
    .map(goalWords);
  return [...new Set(goals)].join(', or ') || 'an event of the chart’s own';
}

interface TimeControlsProps {
  model: TimedModel;
  state: ModelState;
  onWait: (milliseconds: number) => void;
}

export function TimeControls({ model, state, onWait }: TimeControlsProps) {
  const [amount, setAmount] = useState('5');
  const [unit, setUnit] = useState('1000');
  const id = useId();
  const next = state.timers[0]?.remaining;
  const milliseconds = Math.round(Number(amount) * Number(unit));
  const isValid = Number.isFinite(milliseconds) && milliseconds > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) {
      onWait(milliseconds);
    }
  };
  return (
    <div className="time">
      {state.timers.length === 0 ? (
        <p className="muted">Nothing here waits for time to pass.</p>
      ) : (
        <ul className="timers">
          {state.timers.map(({ id: timer, event, remaining }) => (
            <li key={timer ?? event.type}>
              In <strong>{duration(remaining)}</strong> → {timerWords(model, state, event.type, remaining)}
            </li>
          ))}
        </ul>
      )}
      {next !== undefined && next > 1 && (
        <div className="buttons">
          <button type="button" onClick={() => onWait(next - 1)}>
            Until 1 ms before
          </button>
        </div>
      )}
      <form onSubmit={submit}>
        <label htmlFor={`${id}-amount`}>Let time pass</label>
        <input
          id={`${id}-amount`}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          aria-invalid={!isValid}
        />
        <select value={unit} onChange={(event) => setUnit(event.target.value)} aria-label="Unit of time">
          {units.map(([name, size]) => (
            <option key={name} value={size}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" disabled={!isValid}>
          Wait
        </button>
      </form>
    </div>
  );
}
