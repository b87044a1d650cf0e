import type { RefObject } from 'react';
import type { Effect } from '../effects.ts';
import { stateDescription, stateTitle } from '../export/step-words.ts';
import type { Flow } from '../flow.ts';
import { clockWords, type Moment } from './simulation.ts';
import { called, changedParts, type Names, type ValueLine, valueLines, valueWords } from './value-words.ts';

function effectWords(effect: Effect, names?: Names): string {
  const given = (value: unknown) => {
    const text = value === undefined ? '' : valueWords(value, '', names);
    return text ? ` (${text})` : '';
  };
  switch (effect.kind) {
    case 'action':
      return `does: ${called(effect.name, names)}${given(effect.params)}`;
    case 'start':
      return `starts: ${called(effect.name, names)}${given(effect.input)}`;
    case 'stop':
      return `no longer waits for: ${called(effect.name, names)}`;
    case 'send':
      return `tells ${called(effect.name, names)}${given(effect.event)}`;
    case 'emit':
      return `emits: ${called(effect.name, names)}${given(effect.event)}`;
    case 'log':
      return `logs: ${effect.name}${given(effect.value)}`;
  }
}

interface MomentViewProps {
  flow: Flow;
  moment: Moment;
  before: Moment | undefined;
  card?: RefObject<HTMLElement | null>;
}

export function MomentView({ flow, moment, before, card }: MomentViewProps) {
  const { state, at } = moment;
  const told = state.trace.effects.filter(({ name }) => flow.words?.[name] !== '');
  return (
    <section className="moment" aria-label="Now" ref={card} tabIndex={-1}>
      <p className="clock">Clock: {clockWords(at)}</p>
      <div aria-live="polite">
        <h2 className="now-title">{stateTitle(state) || 'Ended'}</h2>
        <p className="description">{stateDescription(state, before?.state)}</p>
        {state.status === 'done' && (
          <p>
            It has ended
            {state.output === undefined ? '' : ` with ${valueWords(state.output, '', flow.words)}`}. Nothing
            more can happen.
          </p>
        )}
        {state.status === 'error' && <p>It has stopped with an error: {valueWords(state.error)}.</p>}
      </div>
      {told.length > 0 && (
        <ul className="effects" aria-label="What the chart asked for">
          {told.map((effect, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: effects of one step have no other name
            <li key={index}>{effectWords(effect, flow.words)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ContextLines({ lines, changed }: { lines: readonly ValueLine[]; changed: ReadonlySet<string> }) {
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

interface ContextViewProps {
  flow: Flow;
  moment: Moment;
  before: Moment | undefined;
}

export function ContextView({ flow, moment, before }: ContextViewProps) {
  const lines = valueLines(moment.state.machine.context, flow.words);
  const told = lines.filter(({ isInner }) => !isInner);
  const inner = lines.filter(({ isInner }) => isInner);
  const changed = before
    ? changedParts(before.state.machine.context, moment.state.machine.context, flow.words)
    : new Set<string>();
  return (
    <>
      {told.length === 0 && <p className="muted">Nothing.</p>}
      <ContextLines lines={told} changed={changed} />
      {inner.length > 0 && (
        <details className="inner">
          <summary>What only the chart needs ({inner.length})</summary>
          <ContextLines lines={inner} changed={changed} />
        </details>
      )}
    </>
  );
}
