import { conditionWords } from '../chart/chart-words.ts';
import { eventWords, stateTitle } from '../export/step-words.ts';
import type { ModelEvent, ModelState, TimedModel } from '../timed-model.ts';
import { words } from '../words.ts';
import { foresee, type GuardTruth } from './guard-truth.ts';
import { valueWords } from './value-words.ts';

/** What an event carries besides its type. */
function payloadWords(event: object): string {
  return Object.entries(event)
    .filter(([key]) => key !== 'type')
    .map(([key, value]) => `${words(key)}: ${valueWords(value)}`)
    .join(', ');
}

function payloadOf(event: ModelEvent): string {
  switch (event.type) {
    case 'user':
      return payloadWords(event.event);
    case 'wait':
      return '';
    case 'actor': {
      const { outcome } = event;
      return outcome.type === 'done'
        ? outcome.output === undefined
          ? ''
          : `answer: ${valueWords(outcome.output)}`
        : outcome.type === 'error'
          ? `failure: ${valueWords(outcome.error)}`
          : payloadWords(outcome.event);
    }
  }
}

function GuardLine({ guard }: { guard: GuardTruth }) {
  const { transition, words: text, holds, readings } = guard;
  const number = /^\d+\. /.exec(conditionWords(transition))?.[0] ?? '';
  return (
    <li className={holds ? 'holds' : 'refuses'}>
      {number}
      {text}: <strong>{holds ? 'yes' : 'no'}</strong>
      {readings.length > 0 && (
        <span className="reasons">
          {' '}
          since {readings.map(({ where, value }) => `${where} is ${valueWords(value)}`).join('; ')}
        </span>
      )}
    </li>
  );
}

interface EventButtonsProps {
  model: TimedModel;
  state: ModelState;
  events: readonly ModelEvent[];
  onHappen: (event: ModelEvent) => void;
}

/** One button for each thing that may happen: where it leads, and the conditions that decide it. */
export function EventButtons({ model, state, events, onHappen }: EventButtonsProps) {
  return (
    <ul className="events">
      {events.map((event) => {
        const { next, guards } = foresee(model, state, event);
        const payload = payloadOf(event);
        const title = stateTitle(next);
        return (
          <li key={event.key}>
            <button type="button" className="event" onClick={() => onHappen(event)}>
              <span className="what">{eventWords(event)}</span>
              <span className="leads">
                →{' '}
                {next.status === 'done'
                  ? `the end${title ? `: ${title}` : ''}`
                  : title === stateTitle(state)
                    ? 'stays'
                    : title}
              </span>
            </button>
            {payload && <p className="payload">{payload}</p>}
            {guards.length > 0 && (
              <ul className="guards" aria-label="Conditions">
                {guards.map((guard) => (
                  <GuardLine key={guard.transition.id} guard={guard} />
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
