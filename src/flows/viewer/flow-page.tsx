import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { layOutStory } from '../chart/story.ts';
import { isGroup } from '../chart/story-shapes.ts';
import { leafIds } from '../export/step-words.ts';
import type { Flow } from '../flow.ts';
import { present } from '../present.ts';
import { activeNodes } from '../selection.ts';
import { TimedModel } from '../timed-model.ts';
import { countTraffic, type Traffic } from '../traffic.ts';
import { allStates, allTransitions, stateId } from '../transitions.ts';
import { sentence } from '../words.ts';
import { approvalWords } from './approval.tsx';
import type { Highlights } from './chart-drawing.tsx';
import { ChartView } from './chart-view.tsx';
import { ComparePanel, type Comparison } from './compare-panel.tsx';
import { FactList } from './fact-list.tsx';
import { FigureList } from './figures.tsx';
import { PathsPanel } from './paths-panel.tsx';
import { placeHash, readPlace } from './place.ts';
import { Parted, partingOn, type Report } from './report-file.tsx';
import { type Run, restoreRun, runOf } from './run.ts';
import { currentMoment, simulate, startSimulation, takenSoFar } from './simulation.ts';
import { isCollapsible, StatePanel } from './state-panel.tsx';
import { Tabs } from './tabs.tsx';
import { TrafficBar } from './traffic-bar.tsx';
import { TransitionTable } from './transition-table.tsx';
import { TryPanel } from './try-panel.tsx';
import type { FlowData, FlowVersion, ScriptTexts, ViewerData } from './viewer-data.ts';
import { WaitList } from './wait-list.tsx';

interface FlowPageProps {
  flow: Flow;
  data: FlowData;
  loadVersions: (() => Promise<readonly FlowVersion[]>) | undefined;
  approve: ViewerData['approve'];
  requirements: ViewerData['requirements'];
  loadScripts: (() => Promise<ScriptTexts>) | undefined;
  trafficSource: ViewerData['traffic'];
  reports: readonly Report[];
  reportTest: ViewerData['reportTest'];
  state: string | null;
  show: string | undefined;
  run: Run | undefined;
  search: string;
}

type Panel = 'try' | 'paths' | 'state' | 'compare';

/** Pixels: a phone's window, and what of a group can be read there. */
const narrow = { window: 640, group: 280 } as const;

/** A chart opens as its main way: what lies beside it is closed, on a phone also what would be too narrow. */
function mainGroups(flow: Flow): string[] {
  const width = Math.min(1000, window.innerWidth);
  const least = width < narrow.window ? narrow.group : 0;
  return layOutStory(flow, { width })
    .boxes.filter((box) => isGroup(box) && (box.isMain || box.kind === 'region') && box.width >= least)
    .map(({ id }) => id);
}

export function FlowPage({
  flow,
  data,
  loadVersions,
  approve,
  requirements,
  loadScripts,
  trafficSource,
  reports,
  reportTest,
  state,
  show,
  run,
  search,
}: FlowPageProps) {
  const { machine } = flow;
  const approval = approvalWords(data);
  const model = useMemo(() => new TimedModel(flow), [flow]);
  const paths = useMemo(() => [...data.tours, ...data.scripts], [data]);
  const [simulation, dispatch] = useReducer(simulate.bind(null, model), model, () =>
    startSimulation(model, present(flow.scenarios[0], 'scenario').name),
  );
  const [outdated, setOutdated] = useState<string | null>(null);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [panel, setPanel] = useState<Panel>(
    state !== null ? 'state' : run && 'path' in run ? 'paths' : 'try',
  );
  const [showsCoverage, setShowsCoverage] = useState(false);
  const [traffic, setTraffic] = useState<Traffic | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [isLarge, setLarge] = useState(false);
  const stage = useRef<HTMLElement>(null);
  const side = useRef<HTMLElement>(null);
  const groups = useMemo(
    () =>
      allStates(machine)
        .filter((node) => node.parent && isCollapsible(node))
        .map(stateId),
    [machine],
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(mainGroups(flow)));

  const moment = currentMoment(simulation);
  const selected = state === null ? null : `${machine.id}.${state}`;
  const taken = useMemo(() => takenSoFar(simulation), [simulation]);
  const parted = useMemo(() => partingOn(reports, flow.name, simulation), [reports, flow, simulation]);
  const parting = simulation.position === parted?.parting.path.edges.length ? parted.parting : undefined;
  const highlights = useMemo(
    (): Highlights => ({
      active: new Set(
        activeNodes(moment.state.machine)
          .filter(({ parent }) => parent)
          .map(stateId),
      ),
      selected,
      latest: new Set(moment.state.trace.taken.map(({ id }) => id)),
      covered: traffic ? new Set(traffic.keys()) : showsCoverage ? taken : null,
      traffic,
      differing: new Set(comparison?.isPresent ? comparison.changes.map(({ id }) => id) : []),
      instead: parting && {
        who: parting.instead.who,
        ids: new Set(parting.instead.states.map((path) => `${machine.id}.${path}`)),
      },
    }),
    [moment, selected, taken, showsCoverage, traffic, comparison, parting, machine],
  );

  /** From its top, also where it lies below the chart. */
  const openPanel = useCallback((name: Panel) => {
    setPanel(name);
    const shown = side.current?.querySelector('[role=tabpanel]');
    if (shown) shown.scrollTop = 0;
    const above = stage.current?.getBoundingClientRect();
    const below = side.current?.getBoundingClientRect();
    if (above && below && below.top !== 0 && below.top >= above.bottom) side.current?.scrollIntoView();
  }, []);
  const openPaths = () => openPanel('paths');
  const openApproval = () => {
    openPanel('compare');
    side.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (state !== null) openPanel('state');
  }, [state, openPanel]);
  const main = data.scripts.find(({ isSmoke }) => isSmoke);
  const smoke = main && { path: main.id, step: 0 };

  const shownRun = runOf(simulation);
  const shownHash = placeHash({ flow: flow.name, state, show, run: shownRun });
  const addressRun = JSON.stringify(run ?? null);
  const latestRun = useRef(shownRun);
  latestRun.current = shownRun;
  // For sharing, and to survive a reload.
  const wasShown = useRef(simulation);
  useEffect(() => {
    if (wasShown.current !== simulation) {
      wasShown.current = simulation;
      window.history.replaceState(null, '', shownHash);
    }
  }, [simulation, shownHash]);
  useEffect(() => {
    // The rendered address may be older than the last step.
    const told = addressRun === 'null' ? undefined : readPlace(window.location.hash).run;
    if (told !== undefined && JSON.stringify(latestRun.current) !== JSON.stringify(told)) {
      const restored = restoreRun(model, paths, told);
      dispatch({ type: 'restore', simulation: restored.simulation });
      if ('path' in told) openPanel('paths');
      setOutdated(restored.problem);
    }
  }, [model, paths, addressRun, openPanel]);

  const select = useCallback(
    (id: string | null) => {
      window.location.hash = placeHash({
        flow: flow.name,
        state: id === null ? null : id.slice(machine.id.length + 1),
        run: latestRun.current,
      });
      setPanel('state');
    },
    [flow.name, machine.id],
  );
  const open = useCallback((id: string) => {
    setChosen((old) => {
      const next = new Set(old);
      return next.delete(id) ? next : next.add(id);
    });
  }, []);

  const count = () =>
    setTraffic(
      countTraffic(machine, trafficSource?.steps().filter((step) => step.flow === machine.id) ?? []),
    );

  // The model runs a copy of the drawn machine.
  const transitions = useMemo(() => allTransitions(machine), [machine]);

  const focus = panel === 'state' && selected !== null ? [selected] : leafIds(moment.state);
  const focusKey = focus.join(' ');
  // What is chosen or goes on is never hidden in a closed group.
  const opened = useMemo(
    () =>
      new Set([
        ...chosen,
        ...groups.filter((group) => focusKey.split(' ').some((id) => id.startsWith(`${group}.`))),
      ]),
    [chosen, groups, focusKey],
  );
  const isAllOpen = groups.every((group) => opened.has(group));
  return (
    <main
      className={isLarge ? 'flow is-large' : 'flow'}
      onKeyDown={(event) => {
        if (isLarge && event.key === 'Escape') {
          setLarge(false);
        }
      }}
    >
      <header className="flow-head">
        <p>
          <a href={placeHash({ flow: null, state: null, search })}>All flows</a>
        </p>
        <h1>{flow.title}</h1>
        <p className="paragraph">{flow.paragraph}</p>
        <div className="facts">
          {smoke && (
            <a href={placeHash({ flow: flow.name, state: null, run: smoke })} onClick={openPaths}>
              Main way, step by step
            </a>
          )}
          <FactList
            title="Requirements"
            facts={flow.requirements.map((key) => ({
              key,
              text: `${key}: ${requirements[key] ?? 'this number has no text.'}`,
            }))}
            shown={show}
          />
          <FactList
            title="Rules that are always true"
            facts={(flow.invariants ?? []).map(({ name: key, requirement }) => ({
              key,
              text: `${sentence(key)}${requirement ? ` (${requirement})` : ''}`,
            }))}
            shown={show}
          />
          {data.waits.length > 0 && <WaitList flow={flow} waits={data.waits} onSelect={select} />}
          <details className="figures">
            <summary>Figures</summary>
            <FigureList figures={data.figures} />
          </details>
          {approval && (
            <button type="button" className="plain" onClick={openApproval}>
              {sentence(approval)}
            </button>
          )}
        </div>
      </header>
      <section className="stage" ref={stage} aria-label="Chart and table">
        <Tabs
          label="View"
          tabs={[
            ['chart', 'Chart'],
            ['table', 'Table'],
          ]}
          chosen={view}
          onChoose={setView}
        >
          {traffic && trafficSource && (
            <TrafficBar source={trafficSource} traffic={traffic} onChange={count} />
          )}
          {view === 'chart' ? (
            <ChartView
              flow={flow}
              highlights={highlights}
              opened={opened}
              focus={focus}
              onSelect={select}
              onOpen={open}
            >
              {groups.length > 0 && (
                <button type="button" onClick={() => setChosen(new Set(isAllOpen ? [] : groups))}>
                  {isAllOpen ? 'Close groups' : 'Open groups'}
                </button>
              )}
              <button type="button" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
                Full window
              </button>
              <button
                type="button"
                aria-pressed={showsCoverage}
                title="Highlights the transitions taken on the chart"
                onClick={() => setShowsCoverage(!showsCoverage)}
              >
                {taken.size} of {transitions.length} taken
              </button>
              {trafficSource && (
                <button
                  type="button"
                  aria-pressed={traffic !== null}
                  title="How often each transition was taken in the app"
                  onClick={() => (traffic ? setTraffic(null) : count())}
                >
                  Traffic
                </button>
              )}
            </ChartView>
          ) : (
            <TransitionTable
              transitions={transitions}
              active={highlights.active}
              taken={taken}
              traffic={traffic}
              onSelect={select}
            />
          )}
        </Tabs>
      </section>
      <aside className="side" ref={side} data-main tabIndex={-1} aria-label="Try, play, read and compare">
        <Tabs
          label="Beside the chart"
          tabs={[
            ['try', 'Try it'],
            ['paths', 'Paths'],
            ['state', 'State'],
            ['compare', 'Compare'],
          ]}
          chosen={panel}
          onChoose={setPanel}
        >
          {outdated !== null && (
            <p className="note" role="status">
              {outdated}{' '}
              <button type="button" className="plain" onClick={() => setOutdated(null)}>
                Understood
              </button>
            </p>
          )}
          {parted && (
            <Parted
              {...parted}
              testOf={reportTest}
              hasScreen={data.hasScreen === true}
              onGoTo={(position) => dispatch({ type: 'goTo', position })}
            />
          )}
          {panel === 'try' && <TryPanel model={model} simulation={simulation} dispatch={dispatch} />}
          {panel === 'paths' && (
            <PathsPanel
              model={model}
              data={data}
              simulation={simulation}
              dispatch={dispatch}
              loadScripts={loadScripts}
            />
          )}
          {panel === 'state' && (
            <StatePanel
              flow={flow}
              transitions={transitions}
              selected={selected}
              active={highlights.active}
              opened={opened}
              onSelect={select}
              onOpen={open}
            />
          )}
          {panel === 'compare' && (
            <ComparePanel
              flow={flow}
              model={model}
              data={data}
              loadVersions={loadVersions}
              approve={approve}
              comparison={comparison}
              onCompare={setComparison}
            />
          )}
        </Tabs>
      </aside>
    </main>
  );
}
