import { type Dispatch, useEffect, useId, useState } from 'react';
import type { TimedModel } from '../timed-model.ts';
import { CopyLink } from './copy-link.tsx';
import { ContextView, MomentView } from './moment-view.tsx';
import { ScriptForPeople } from './script-for-people.tsx';
import { currentMoment, type Simulation, type SimulationAction, takenSoFar } from './simulation.ts';
import { Timeline } from './timeline.tsx';
import type { FlowData, PathData, ScriptTexts } from './viewer-data.ts';

interface PathsPanelProps {
  model: TimedModel;
  data: FlowData;
  simulation: Simulation;
  dispatch: Dispatch<SimulationAction>;
  loadScripts: (() => Promise<ScriptTexts>) | undefined;
}

const speeds = [
  ['slowly', 2000],
  ['at a steady pace', 1000],
  ['fast', 300],
  ['very fast', 60],
] as const;

function tellsOf({ title, scenario, steps }: PathData, wanted: string): boolean {
  const text = [title, scenario, ...steps].join(' ').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The most important first. */
const rank = ({ isSmoke, priority = 2 }: PathData) => (isSmoke ? 0 : priority);

const rankWords = ({ isSmoke, priority }: PathData) =>
  isSmoke ? 'Smoke test, ' : priority === undefined ? '' : `Priority ${priority}, `;

export function PathsPanel({ model, data, simulation, dispatch, loadScripts }: PathsPanelProps) {
  const [isPlaying, setPlaying] = useState(false);
  const [pause, setPause] = useState(1000);
  const [wanted, setWanted] = useState('');
  const id = useId();
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
  const isShown = (path: PathData) => path === played || tellsOf(path, wanted);
  const [tours, scripts] = [
    data.tours.filter(isShown),
    data.scripts.filter(isShown).toSorted((one, two) => rank(one) - rank(two)),
  ];
  const option = ({ id, title, steps }: PathData, name: string) => (
    <option key={id} value={id}>
      {`${name}: ${title} (${steps.length} ${steps.length === 1 ? 'step' : 'steps'})`}
    </option>
  );
  const longestScript = Math.max(0, ...data.scripts.map(({ steps }) => steps.length));
  const taken = takenSoFar(simulation).size;
  return (
    <>
      {!played && (
        <p className="muted">
          A tour is a long path: a few tours together walk every way of the chart, and machines replay them at
          every change. A script leads a person in at most {longestScript} steps to one thing that can happen;
          its id is that of the test scripts and of their exports. The smoke test is the flow’s main way: run
          it first. Priority 1 achieves what the flow is for, 2 are other steps, failures and waits, 3 is what
          is refused.
        </p>
      )}
      <details open={!played}>
        <summary>Filter the paths</summary>
        <label className="choice" htmlFor={id}>
          Words of a title or of a step
        </label>
        <input
          id={id}
          type="search"
          value={wanted}
          placeholder="cancel, wait, cannot be reached …"
          onChange={(event) => setWanted(event.target.value)}
        />
        <p className="muted" aria-live="polite">
          {wanted.trim() === '' ? '' : `${tours.length + scripts.length} of ${all.length} paths`}
        </p>
      </details>
      <label className="choice">
        Path
        <select value={played?.id ?? ''} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose a path…</option>
          <optgroup label="Tours: few and long, together every way">
            {tours.map((path) => option(path, `Tour ${path.id.split('/').at(-1)}`))}
          </optgroup>
          <optgroup label="Scripts: short ones for people">
            {scripts.map((path) => option(path, `${rankWords(path)}${path.id}`))}
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
            <select
              aria-label="Speed"
              value={pause}
              onChange={(event) => setPause(Number(event.target.value))}
            >
              {speeds.map(([name, milliseconds]) => (
                <option key={name} value={milliseconds}>
                  {name}
                </option>
              ))}
            </select>
            <CopyLink />
          </div>
          <p className="progress">
            Step {position} of {moments.length - 1}; {taken} of {model.transitions.length} transitions taken
            so far.
          </p>
          {loadScripts && played.isSmoke !== undefined && (
            <ScriptForPeople id={played.id} load={loadScripts} />
          )}
          <section className="steps" aria-label="Steps">
            <Timeline simulation={simulation} onGoTo={goTo} />
          </section>
          <MomentView flow={model.flow} moment={currentMoment(simulation)} before={moments[position - 1]} />
          <h3>What it remembers</h3>
          <ContextView flow={model.flow} moment={currentMoment(simulation)} before={moments[position - 1]} />
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
