import { type Dispatch, useEffect, useState } from 'react';
import type { TimedModel } from '../timed-model.ts';
import { ContextView, MomentView } from './moment-view.tsx';
import { currentMoment, type Simulation, type SimulationAction, takenSoFar } from './simulation.ts';
import { Timeline } from './timeline.tsx';
import type { FlowData, PathData } from './viewer-data.ts';

interface PathsPanelProps {
  model: TimedModel;
  data: FlowData;
  simulation: Simulation;
  dispatch: Dispatch<SimulationAction>;
}

const speeds = [
  ['slowly', 2000],
  ['at a steady pace', 1000],
  ['fast', 300],
  ['very fast', 60],
] as const;

/** The generated paths, played step by step or by themselves. */
export function PathsPanel({ model, data, simulation, dispatch }: PathsPanelProps) {
  const [isPlaying, setPlaying] = useState(false);
  const [pause, setPause] = useState(1000);
  const { moments, position, path: playedId } = simulation;
  const all = [...data.tours, ...data.scripts];
  const played = all.find(({ id }) => id === playedId);
  const isAtEnd = position === moments.length - 1;
  const goTo = (to: number) => dispatch({ type: 'goTo', position: to });

  useEffect(() => {
    if (!isPlaying || !played) {
      return;
    }
    if (isAtEnd) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => dispatch({ type: 'goTo', position: position + 1 }), pause);
    return () => clearTimeout(timer);
  }, [isPlaying, played, isAtEnd, pause, position, dispatch]);

  const choose = (id: string) => {
    const path = all.find((one) => one.id === id);
    setPlaying(false);
    if (path) {
      dispatch({ type: 'play', path });
    }
  };
  const option = ({ id, title, steps }: PathData, name: string) => (
    <option key={id} value={id}>
      {`${name} ${id.split('/').at(-1)}: ${title} (${steps.length} steps)`}
    </option>
  );
  const taken = takenSoFar(simulation).size;
  return (
    <>
      <label className="choice">
        Path
        <select value={played?.id ?? ''} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose a path…</option>
          <optgroup label="Tours: few and long, together every transition">
            {data.tours.map((path) => option(path, 'Tour'))}
          </optgroup>
          <optgroup label="Scripts: short ones for people">
            {data.scripts.map((path) => option(path, 'Script'))}
          </optgroup>
        </select>
      </label>
      {played ? (
        <>
          <div className="buttons">
            <button type="button" disabled={position === 0} onClick={() => goTo(0)}>
              To start
            </button>
            <button type="button" disabled={position === 0} onClick={() => goTo(position - 1)}>
              Step back
            </button>
            <button type="button" disabled={isAtEnd} onClick={() => setPlaying(!isPlaying)}>
              {isPlaying ? 'Pause' : 'Play'}
            </button>
            <button type="button" disabled={isAtEnd} onClick={() => goTo(position + 1)}>
              Step
            </button>
            <button type="button" disabled={isAtEnd} onClick={() => goTo(moments.length - 1)}>
              To end
            </button>
          </div>
          <label className="choice">
            Speed
            <select value={pause} onChange={(event) => setPause(Number(event.target.value))}>
              {speeds.map(([name, milliseconds]) => (
                <option key={name} value={milliseconds}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <p className="progress">
            Step {position} of {moments.length - 1}; {taken} of {model.transitions.length} transitions taken
            so far.
          </p>
          <MomentView moment={currentMoment(simulation)} before={moments[position - 1]} />
          <h3>Steps</h3>
          <Timeline simulation={simulation} onGoTo={goTo} />
          <h3>What it remembers</h3>
          <ContextView moment={currentMoment(simulation)} before={moments[position - 1]} />
        </>
      ) : (
        <p>
          These are the paths that testers follow. Choose one and watch it on the chart; in “Try it” you can
          leave it at any step and go your own way.
        </p>
      )}
    </>
  );
}
