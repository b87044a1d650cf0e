import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { listedActions } from '../chart/chart-words.ts';
import { allStates, type ChartTransition, isWithin, stateId } from '../transitions.ts';
import { sentence, words } from '../words.ts';
import { boxPathWords, transitionLine } from './state-words.ts';

interface StatePanelProps {
  machine: AnyStateMachine;
  transitions: readonly ChartTransition[];
  selected: string | null;
  active: ReadonlySet<string>;
  collapsed: ReadonlySet<string>;
  onSelect: (id: string | null) => void;
  onCollapse: (id: string) => void;
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

function StateList({ machine, active, onSelect }: Pick<StatePanelProps, 'machine' | 'active' | 'onSelect'>) {
  const [, ...states] = allStates(machine);
  return (
    <>
      <p>Choose a state here or on the chart to read what it means and what can happen in it.</p>
      <ul className="state-list">
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

/** What a state means, what it does, how it is left and how it is reached; all states while none is chosen. */
export function StatePanel(props: StatePanelProps) {
  const { machine, transitions, selected, active, collapsed, onSelect, onCollapse } = props;
  const node = allStates(machine).find((one) => stateId(one) === selected);
  if (!node) {
    return <StateList machine={machine} active={active} onSelect={onSelect} />;
  }
  const line = (transition: ChartTransition) => ({ key: transition.id, text: transitionLine(transition) });
  const entry = listedActions(node.entry);
  const exit = listedActions(node.exit);
  const around = transitions.filter(({ source }) => source !== node && isWithin(node, source));
  const arriving = transitions.filter(
    ({ source, targets }) => source !== node && targets.some((target) => isWithin(target, node)),
  );
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
      <p className="description">{node.description}</p>
      {isCollapsible(node) && (
        <button type="button" onClick={() => onCollapse(stateId(node))}>
          {collapsed.has(stateId(node)) ? 'Show what is inside' : 'Hide what is inside'}
        </button>
      )}
      <Lines
        title="Here the chart"
        lines={[
          ...node.invoke.map(({ id, src }) => ({ key: id, text: `runs: ${words(String(src))}` })),
          ...(entry ? [{ key: 'entry', text: `does on entry: ${entry}` }] : []),
          ...(exit ? [{ key: 'exit', text: `does on leaving: ${exit}` }] : []),
        ]}
      />
      <Lines title="What can happen" lines={transitions.filter(({ source }) => source === node).map(line)} />
      <Lines
        title="As everywhere around it"
        lines={around.map((transition) => ({
          key: transition.id,
          text: `${boxPathWords(transition.source)}: ${transitionLine(transition)}`,
        }))}
      />
      <Lines
        title="How one gets here"
        lines={outside.map((transition) => ({
          key: transition.id,
          text: `${boxPathWords(transition.source)}: ${transitionLine(transition)}`,
        }))}
      />
      {node.tags.length > 0 && <p className="muted">Tags: {node.tags.join(', ')}</p>}
    </>
  );
}

/** Whether a state has an inside that can be hidden. */
export function isCollapsible(node: AnyStateNode): boolean {
  return Object.keys(node.states).length > 0;
}
