import { actionWords, conditionWords, kindOf, whenWords } from '../chart/chart-words.ts';
import { anywhereId } from '../chart/story-shapes.ts';
import type { Traffic } from '../traffic.ts';
import { type ChartTransition, stateId } from '../transitions.ts';
import { boxPathWords } from './state-words.ts';

interface TransitionTableProps {
  transitions: readonly ChartTransition[];
  active: ReadonlySet<string>;
  taken: ReadonlySet<string>;
  traffic: Traffic | null;
  onSelect: (id: string) => void;
}

export function TransitionTable({ transitions, active, taken, traffic, onSelect }: TransitionTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the Tab key
    <section className="table-view" aria-label="Transitions" tabIndex={0}>
      <table>
        <caption>
          {transitions.length} transitions, in the chart’s order. Those that start in the current state are
          marked “now”.
        </caption>
        <thead>
          <tr>
            <th scope="col">In state</th>
            <th scope="col">When</th>
            <th scope="col">If</th>
            <th scope="col">Then</th>
            <th scope="col">Does</th>
            <th scope="col">Taken</th>
            {traffic && <th scope="col">Traffic</th>}
          </tr>
        </thead>
        <tbody>
          {transitions.map((transition) => {
            const { id, source, targets, actions } = transition;
            const isActive = active.has(stateId(source));
            return (
              <tr key={id} className={`row-${kindOf(transition)}${isActive ? ' is-active' : ''}`}>
                <th scope="row" data-label="In state">
                  {isActive && <span className="badge">now</span>}
                  <button
                    type="button"
                    className="plain"
                    onClick={() => onSelect(source.parent ? stateId(source) : anywhereId(source))}
                  >
                    {boxPathWords(source)}
                  </button>
                </th>
                <td data-label="When">{whenWords(transition)}</td>
                <td data-label="If">{conditionWords(transition)}</td>
                <td data-label="Then">
                  {targets.length === 0
                    ? 'stays'
                    : targets.map((target) => (
                        <button
                          key={target.id}
                          type="button"
                          className="plain"
                          onClick={() => onSelect(stateId(target))}
                        >
                          {boxPathWords(target)}
                        </button>
                      ))}
                </td>
                <td data-label="Does">{actionWords(actions)}</td>
                <td data-label="Taken">{taken.has(id) ? '✓ taken' : ''}</td>
                {traffic && <td data-label="Traffic">{traffic.get(id) ?? 0}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
