import { type Dispatch, useLayoutEffect, useRef } from 'react';
import type { ModelEvent, TimedModel } from '../timed-model.ts';
import { CopyLink } from './copy-link.tsx';
import { EventButtons } from './event-buttons.tsx';
import { ContextView, MomentView } from './moment-view.tsx';
import { currentMoment, type Simulation, type SimulationAction } from './simulation.ts';
import { TimeControls } from './time-controls.tsx';
import { Timeline } from './timeline.tsx';
import { called } from './value-words.ts';

interface TryPanelProps {
  model: TimedModel;
  simulation: Simulation;
  dispatch: Dispatch<SimulationAction>;
}

export function TryPanel({ model, simulation, dispatch }: TryPanelProps) {
  const { moments, position, scenario } = simulation;
  const moment = currentMoment(simulation);
  const before = moments[position - 1];
  const { state } = moment;
  const events = model.eventsIn(state);
  const act = (event: ModelEvent) => dispatch({ type: 'happen', event });
  const shared = { model, state, onHappen: act };
  const users = events.filter(({ type }) => type === 'user');
  const card = useRef<HTMLElement>(null);
  const shown = useRef(simulation);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // Otherwise the focus would get lost.
    if (shown.current !== simulation && (focused === document.body || focused?.matches(':disabled'))) {
      card.current?.focus({ preventScroll: true });
    }
    shown.current = simulation;
  }, [simulation]);
  return (
    <>
      <div className="buttons">
        <button
          type="button"
          disabled={position === 0}
          onClick={() => dispatch({ type: 'goTo', position: position - 1 })}
        >
          Undo
        </button>
        <button
          type="button"
          disabled={position === moments.length - 1}
          onClick={() => dispatch({ type: 'goTo', position: position + 1 })}
        >
          Redo
        </button>
        <button type="button" onClick={() => dispatch({ type: 'start', scenario })}>
          Start over
        </button>
        <CopyLink />
      </div>
      {model.flow.scenarios.length > 1 && (
        <label className="choice">
          Starts with
          <select
            value={scenario}
            onChange={(event) => dispatch({ type: 'start', scenario: event.target.value })}
          >
            {model.flow.scenarios.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <MomentView flow={model.flow} moment={moment} before={before} card={card} />
      {users.length > 0 && (
        <>
          <h3>Someone acts</h3>
          <EventButtons {...shared} events={users} />
        </>
      )}
      {state.running.map(({ id, actor }) => (
        <section key={id} aria-label={`How “${called(actor, model.flow.words)}” goes`}>
          <h3>Work under way: {called(actor, model.flow.words)}</h3>
          <EventButtons
            {...shared}
            events={events.filter((event) => event.type === 'actor' && event.id === id)}
          />
        </section>
      ))}
      {state.status === 'active' && (
        <>
          <h3>Time passes</h3>
          <EventButtons {...shared} events={events.filter(({ type }) => type === 'wait')} />
          <TimeControls
            model={model}
            state={state}
            onWait={(milliseconds) => dispatch({ type: 'wait', milliseconds })}
          />
        </>
      )}
      <h3>What it remembers</h3>
      <ContextView flow={model.flow} moment={moment} before={before} />
      <h3>What happened so far</h3>
      <Timeline simulation={simulation} onGoTo={(to) => dispatch({ type: 'goTo', position: to })} />
    </>
  );
}
