import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { actionWords, guardWords, listedActions, movedBy } from '../chart/chart-words.ts';
import { anywhereId, withoutAnywhere } from '../chart/story-shapes.ts';
import type { Flow } from '../flow.ts';
import { allStates, type ChartTransition, isWithin, stateId } from '../transitions.ts';
import { sentence, words } from '../words.ts';
import { outcomesIn } from './outcome-words.ts';
import { boxPathWords, transitionLine, transitionWords } from './state-words.ts';

interface StatePanelProps {
  flow: Flow;
  transitions: readonly ChartTransition[];
  selected: string | null;
  active: ReadonlySet<string>;
  opened: ReadonlySet<string>;
  onSelect: (id: string | null) => void;
  onOpen: (id: string) => void;
}

function Lines({ title, lines }: { title: string; lines: readonly { key: string; text: string }[] }) {
  return lines.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul className="sentences">
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function Conditions({
  transitions,
  sentences = {},
}: {
  transitions: readonly ChartTransition[];
  sentences: Flow['guards'];
}) {
  const asked = [...new Set(transitions.flatMap(({ guard }) => guard ?? []))];
  const meanings = asked.flatMap((guard) => {
    const parts = Object.keys(sentences).filter((name) => guard.match(/[\w$]+/g)?.includes(name));
    return parts.length > 0 ? [{ guard, text: parts.map((name) => sentences[name]).join(' ') }] : [];
  });
  return meanings.length === 0 ? null : (
    <>
      <h3>What the conditions mean</h3>
      <dl className="meanings">
        {meanings.map(({ guard, text }) => (
          <div key={guard}>
            <dt>{sentence(guardWords(guard))}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function StateList({
  machine,
  transitions,
  active,
  onSelect,
}: Pick<StatePanelProps, 'transitions' | 'active' | 'onSelect'> & { machine: AnyStateMachine }) {
  const [root, ...states] = allStates(machine);
  return (
    <>
      <p>Choose a state here or on the chart to read what it means and what can happen in it.</p>
      <ul className="state-list">
        {root && transitions.some(({ source }) => source === root) && (
          <li>
            <button type="button" className="plain" onClick={() => onSelect(anywhereId(root))}>
              Any state
            </button>
          </li>
        )}
        {states.map((node) => (
          <li key={node.id} style={{ paddingInlineStart: `${(node.path.length - 1) * 1.1}rem` }}>
            <button type="button" className="plain" onClick={() => onSelect(stateId(node))}>
              {sentence(node.key)}
            </button>
            {active.has(stateId(node)) && <span className="badge">now</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

export function StatePanel(props: StatePanelProps) {
  const { flow, transitions, selected, active, opened, onSelect, onOpen } = props;
  const { machine } = flow;
  const id = selected === null ? null : withoutAnywhere(selected);
  const node = allStates(machine).find((one) => stateId(one) === id);
  if (!node) {
    return (
      <>
        {id !== null && (
          <p role="alert" className="problem">
            There is no state “{id.slice(machine.id.length + 1)}” in this flow.
          </p>
        )}
        <StateList machine={machine} transitions={transitions} active={active} onSelect={onSelect} />
      </>
    );
  }
  const line = (transition: ChartTransition) => ({
    key: transition.id,
    text: transitionWords(transition),
  });
  const entry = listedActions(node.entry, flow.words);
  const exit = listedActions(node.exit, flow.words);
  const own = transitions.filter(({ source }) => source === node);
  const around = transitions.filter(({ source }) => source !== node && isWithin(node, source));
  const arriving = transitions.filter(
    ({ source, targets }) => source !== node && targets.some((target) => isWithin(target, node)),
  );
  const inner = [
    ...(entry ? [{ key: 'entry', text: `On entry: ${entry}` }] : []),
    ...(exit ? [{ key: 'exit', text: `On leaving: ${exit}` }] : []),
    ...own
      .filter(({ actions }) => actionWords(actions, flow.words) !== '')
      .map((one) => ({ key: one.id, text: transitionLine(one, flow.words) })),
  ];
  const outside = arriving.filter(({ source }) => !isWithin(source, node));
  return (
    <>
      <p className="state-path">
        <button type="button" className="plain" onClick={() => onSelect(null)}>
          All states
        </button>
      </p>
      <h2>
        {boxPathWords(node)} {active.has(stateId(node)) && <span className="badge">now</span>}
      </h2>
      <p className="description">{node.parent ? node.description : 'This can happen in any state.'}</p>
      {node.parent && isCollapsible(node) && (
        <button type="button" onClick={() => onOpen(stateId(node))}>
          {opened.has(stateId(node)) ? 'Hide what is inside' : 'Show what is inside'}
        </button>
      )}
      <Lines
        title="Here the chart"
        lines={node.invoke.map(({ id, src }) => ({ key: id, text: `runs: ${words(String(src))}` }))}
      />
      <Lines
        title="How the work can come out"
        lines={outcomesIn(flow, node).map((text) => ({ key: text, text }))}
      />
      <Lines title="What can happen" lines={own.map(line)} />
      <Lines
        title="Money"
        lines={[...new Set([...own, ...around].flatMap((one) => movedBy(one, flow.moves)))].map((text) => ({
          key: text,
          text,
        }))}
      />
      <Lines
        title="As everywhere around it"
        lines={around.map((transition) => ({
          key: transition.id,
          text: `${boxPathWords(transition.source)}: ${transitionWords(transition)}`,
        }))}
      />
      <Conditions transitions={[...own, ...around]} sentences={flow.guards} />
      <Lines
        title="How one gets here"
        lines={outside.map((transition) => ({
          key: transition.id,
          text: `${boxPathWords(transition.source)}: ${transitionWords(transition)}`,
        }))}
      />
      {inner.length + node.tags.length > 0 && (
        <details className="inner">
          <summary>What only the chart needs</summary>
          <Lines title="Its actions" lines={inner} />
          {node.tags.length > 0 && (
            <p className="muted">Tags, by which the screen chooses what to show: {node.tags.join(', ')}</p>
          )}
        </details>
      )}
    </>
  );
}

export function isCollapsible(node: AnyStateNode): boolean {
  return Object.keys(node.states).length > 0;
}
