import { conditionWords, whenWords } from '../chart/chart-words.ts';
import { eventWords, stateTitle } from '../export/step-words.ts';
import type { ModelEvent, ModelState, TimedModel } from '../timed-model.ts';
import { foresee, type GuardPart, type GuardTruth } from './guard-truth.ts';
import { boxPathWords } from './state-words.ts';
import { called, type Names, valueLines, valueWords } from './value-words.ts';

function payloadWords(event: object, names?: Names): string {
  return Object.entries(event)
    .filter(([key]) => key !== 'type' && names?.[key] !== '')
    .map(
      ([key, value]) =>
        `${called(key, names)}: ${valueLines({ [key]: value }, names)[0]?.value ?? valueWords(value, key, names)}`,
    )
    .filter((text) => !/: (?:an id)?$/.test(text))
    .join(', ');
}

function payloadOf(event: ModelEvent, names?: Names): string {
  switch (event.type) {
    case 'user':
      return payloadWords(event.event, names);
    case 'wait':
      return '';
    case 'actor': {
      const { outcome } = event;
      return outcome.type === 'done'
        ? outcome.output === undefined
          ? ''
          : `answer: ${valueWords(outcome.output, '', names)}`
        : outcome.type === 'error'
          ? `failure: ${valueWords(outcome.error, '', names)}`
          : payloadWords(outcome.event, names);
    }
  }
}

function Part({
  part: { words: text, holds, readings, parts },
  number = '',
}: {
  part: GuardPart;
  number?: string;
}) {
  return (
    <li className={holds ? 'holds' : 'refuses'}>
      {number}
      {text}: <strong>{holds ? 'yes' : 'no'}</strong>
      {readings.length > 0 && (
        <details className="inner">
          <summary>Why</summary>
          {readings.map(({ where, value }) => `${where} is ${valueWords(value, where)}`).join('; ')}
        </details>
      )}
      {parts.length > 0 && (
        <ul className="parts">
          {parts.map((part) => (
            <Part key={part.words} part={part} />
          ))}
        </ul>
      )}
    </li>
  );
}

function GuardLine({ guard }: { guard: GuardTruth }) {
  return <Part part={guard} number={/^\d+\. /.exec(conditionWords(guard.transition))?.[0] ?? ''} />;
}

function askedBy({ transition }: GuardTruth): string {
  return `${boxPathWords(transition.source)}, ${whenWords(transition)}`;
}

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

export function leadsWords(next: ModelState, from: ModelState, names?: Names): string {
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
  const told = changed.filter((name) => names?.[name] !== '');
  return told.length > 0 ? `${stays}; new: ${told.map((name) => called(name, names)).join(', ')}` : stays;
}

interface EventButtonsProps {
  model: TimedModel;
  state: ModelState;
  events: readonly ModelEvent[];
  onHappen: (event: ModelEvent) => void;
}

function fits(event: ModelEvent, state: ModelState): boolean {
  return event.type !== 'actor' || event.outcome.fits?.(state.machine.context) !== false;
}

/** Events without effect are dimmed and later, inconsistent ones last. */
export function EventButtons({ model, state, events, onHappen }: EventButtonsProps) {
  const names = model.flow.words;
  const foreseen = events
    .map((event) => {
      const { next, guards } = foresee(model, state, event);
      const doesFit = fits(event, state);
      const isIdle = next.status !== 'done' && next.trace.taken.length === 0;
      return {
        event,
        next,
        guards,
        doesFit,
        isQuiet: isIdle || !doesFit,
        rank: doesFit ? Number(isIdle) : 2,
      };
    })
    .toSorted((one, two) => one.rank - two.rank);
  return (
    <ul className="events">
      {foreseen.map(({ event, next, guards, doesFit, isQuiet }) => {
        const payload = payloadOf(event, names);
        return (
          <li key={event.key}>
            <button
              type="button"
              className={isQuiet ? 'event is-quiet' : 'event'}
              onClick={() => onHappen(event)}
            >
              <span className="what">{eventWords(event)}</span>
              <span className="leads">→ {leadsWords(next, state, names)}</span>
              {!doesFit && <span className="leads">This does not happen in the current state.</span>}
            </button>
            {payload && <p className="payload">{payload}</p>}
            <Guards guards={guards} />
          </li>
        );
      })}
    </ul>
  );
}
