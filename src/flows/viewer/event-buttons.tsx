import { conditionWords, whenWords } from '../chart/chart-words.ts';
import { eventWords, stateTitle } from '../export/step-words.ts';
import type { ModelEvent, ModelState, TimedModel } from '../timed-model.ts';
import { words } from '../words.ts';
import { foresee, type GuardTruth } from './guard-truth.ts';
import { boxPathWords } from './state-words.ts';
import { valueWords } from './value-words.ts';

/** What an event carries besides its type. */
function payloadWords(event: object): string {
  return Object.entries(event)
    .filter(([key]) => key !== 'type')
    .map(([key, value]) => `${words(key)}: ${valueWords(value, key)}`)
    .filter((text) => !/: (?:an id)?$/.test(text))
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
          since {readings.map(({ where, value }) => `${where} is ${valueWords(value, where)}`).join('; ')}
        </span>
      )}
    </li>
  );
}

/** Who asks: the state and what it waits for. Needed where an event is heard in several places. */
function askedBy({ transition }: GuardTruth): string {
  return `${boxPathWords(transition.source)}, ${whenWords(transition)}`;
}

/** The guards that an event asks, in order; under a heading for each place where it is heard. */
function Guards({ guards }: { guards: readonly GuardTruth[] }) {
  const places = [...new Set(guards.map(askedBy))];
  return places.map((place) => (
    <div key={place} className="guards">
      {places.length > 1 && <p className="asked-by">{place}:</p>}
      <ul aria-label={places.length > 1 ? `Conditions in ${place}` : 'Conditions'}>
        {guards
          .filter((guard) => askedBy(guard) === place)
          .map((guard) => (
            <GuardLine key={guard.transition.id} guard={guard} />
          ))}
      </ul>
    </div>
  ));
}

/** Where an event leads; of one that leaves the state as it is, what it changes all the same. */
export function leadsWords(next: ModelState, from: ModelState): string {
  const title = stateTitle(next);
  if (next.status === 'done') {
    return `the end${title ? `: ${title}` : ''}`;
  }
  if (title !== stateTitle(from)) {
    return title;
  }
  const { taken, changed } = next.trace;
  if (taken.length === 0) {
    return 'nothing changes';
  }
  const begins = taken.length > 0 && next.trace.effects.some(({ kind }) => kind === 'start');
  const stays = `${begins ? 'begins again in' : 'stays in'} ${title}`;
  return changed.length > 0 ? `${stays}; new: ${changed.map(words).join(', ')}` : stays;
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
        return (
          <li key={event.key}>
            <button type="button" className="event" onClick={() => onHappen(event)}>
              <span className="what">{eventWords(event)}</span>
              <span className="leads">→ {leadsWords(next, state)}</span>
            </button>
            {payload && <p className="payload">{payload}</p>}
            <Guards guards={guards} />
          </li>
        );
      })}
    </ul>
  );
}
