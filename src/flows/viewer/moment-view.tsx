import type { RefObject } from 'react';
import { stateDescription, stateTitle } from '../export/step-words.ts';
import type { Effect } from '../timed-model.ts';
import { words } from '../words.ts';
import { clockWords, type Moment } from './simulation.ts';
import { changedParts, valueLines, valueWords } from './value-words.ts';

function effectWords(effect: Effect): string {
  const given = (value: unknown) => {
    const text = value === undefined ? '' : valueWords(value);
    return text ? ` (${text})` : '';
  };
  switch (effect.kind) {
    case 'action':
      return `does: ${words(effect.name)}${given(effect.params)}`;
    case 'start':
      return `starts: ${words(effect.name)}${given(effect.input)}`;
    case 'stop':
      return `stops: ${words(effect.name)}`;
    case 'send':
      return `tells ${words(effect.name)}${given(effect.event)}`;
  }
}

interface MomentViewProps {
  moment: Moment;
  before: Moment | undefined;
  /** Takes the focus when what had it is gone. */
  card?: RefObject<HTMLElement | null>;
}

/** Where the flow stands, and what the last step asked for; it stays in view while the panel scrolls. */
export function MomentView({ moment, before, card }: MomentViewProps) {
  const { state, at } = moment;
  return (
    <section className="moment" aria-label="Now" ref={card} tabIndex={-1}>
      <p className="clock">Clock: {clockWords(at)}</p>
      <div aria-live="polite">
        <h2 className="now-title">{stateTitle(state) || 'Ended'}</h2>
        <p className="description">{stateDescription(state, before?.state)}</p>
        {state.status === 'done' && (
          <p>
            It has ended{state.output === undefined ? '' : ` with ${valueWords(state.output)}`}. Nothing more
            can happen.
          </p>
        )}
        {state.status === 'error' && <p>It has stopped with an error: {valueWords(state.error)}.</p>}
      </div>
      {state.trace.effects.length > 0 && (
        <ul className="effects" aria-label="What the chart asked for">
          {state.trace.effects.map((effect, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: effects of one step have no other name
            <li key={index}>{effectWords(effect)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the flow remembers; parts that the last step changed are marked. */
export function ContextView({ moment, before }: { moment: Moment; before: Moment | undefined }) {
  const lines = valueLines(moment.state.machine.context);
  const changed = before
    ? changedParts(before.state.machine.context, moment.state.machine.context)
    : new Set<string>();
  if (lines.length === 0) {
    return <p className="muted">Nothing.</p>;
  }
  return (
    <dl className="context">
      {lines.map(({ depth, name, value }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, the order is the data's own
          key={index}
          className={depth === 0 && changed.has(name) ? 'entry is-changed' : 'entry'}
          style={{ paddingInlineStart: `${depth}rem` }}
        >
          <dt>
            {name}
            {depth === 0 && changed.has(name) && <span className="badge">changed</span>}
          </dt>
          <dd>{value ?? ''}</dd>
        </div>
      ))}
    </dl>
  );
}
