import { type KeyboardEvent, memo } from 'react';
import {
  type BoxRow,
  boxPadding,
  type Icon,
  iconWidth,
  rowHeight,
  titleHeight,
} from '../chart/chart-boxes.ts';
import type { Arrow, Box, ChartLayout } from '../chart/chart-layout.ts';
import { marks, roundedPath } from '../chart/chart-marks.ts';
import { neighbour } from './pan-zoom.ts';

/** What a chart highlights. */
export interface Highlights {
  /** Ids of the active states. */
  active: ReadonlySet<string>;
  selected: string | null;
  /** Transitions of the last step. */
  latest: ReadonlySet<string>;
  /** Transitions taken so far; null if coverage is hidden. */
  covered: ReadonlySet<string> | null;
  /** States and transitions that differ from another version. */
  differing: ReadonlySet<string>;
}

interface DrawingProps {
  layout: ChartLayout;
  highlights: Highlights;
  /** Groups with a collapse handle. */
  collapsed: ReadonlySet<string>;
  onSelect: (id: string) => void;
  onCollapse: (id: string) => void;
}

const heads = ['plain', 'success', 'failure', 'delay', 'automatic', 'initial'] as const;

function classes(...names: readonly (string | false)[]): string {
  return names.filter(Boolean).join(' ');
}

/** A transition's look: just taken, taken before, not taken, changed. */
function standing(id: string, { latest, covered, differing }: Highlights): string {
  return classes(
    latest.has(id) && 'is-latest',
    covered !== null && (covered.has(id) ? 'is-covered' : 'is-uncovered'),
    differing.has(id) && 'is-differing',
  );
}

function Mark({ icon, x, y }: { icon: Icon; x: number; y: number }) {
  return (
    <g
      className={`mark mark-${icon}`}
      transform={`translate(${x} ${y})`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant drawings of chart-marks.ts
      dangerouslySetInnerHTML={{ __html: marks[icon] }}
    />
  );
}

function Rows({
  rows,
  x,
  y,
  highlights,
}: {
  rows: readonly BoxRow[];
  x: number;
  y: number;
  highlights: Highlights;
}) {
  let top = y + boxPadding;
  return rows.map((row, index) => {
    const height = row.style === 'title' ? titleHeight : rowHeight;
    const baseline = top + height - 5;
    top += height;
    const indent = row.style === 'detail' ? iconWidth : 0;
    return (
      <g
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a box have no other name
        key={index}
        className={row.transition === undefined ? undefined : standing(row.transition, highlights)}
      >
        {row.icon && <Mark icon={row.icon} x={x + boxPadding} y={baseline - 10} />}
        <text className={row.style} x={x + boxPadding + indent} y={baseline}>
          {`${row.text} `}
        </text>
      </g>
    );
  });
}

function Line({ arrow, highlights }: { arrow: Arrow; highlights: Highlights }) {
  return (
    <path
      className={classes('arrow', `arrow-${arrow.kind}`, standing(arrow.id, highlights))}
      d={roundedPath(arrow.points)}
      markerEnd={`url(#head-${arrow.kind})`}
      data-transition={arrow.id}
    />
  );
}

function Label({ arrow, highlights }: { arrow: Arrow; highlights: Highlights }) {
  if (!arrow.label || arrow.kind === 'initial') {
    return null;
  }
  const { x, y, width, height, lines } = arrow.label;
  return (
    <g className={classes('label', `label-${arrow.kind}`, standing(arrow.id, highlights))}>
      <rect x={x} y={y} width={width} height={height} rx={4} />
      <Mark icon={arrow.kind} x={x + 4} y={y + 4} />
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a label have no other name
        <text key={index} x={x + iconWidth + 4} y={y + 14 + index * (rowHeight - 2)}>
          {line}
        </text>
      ))}
    </g>
  );
}

function isGroup({ kind }: Box): boolean {
  return kind === 'group' || kind === 'parallel' || kind === 'region';
}

interface StateProps extends Omit<DrawingProps, 'layout'> {
  box: Box;
  isTabStop: boolean;
  onMove: (event: KeyboardEvent<SVGGElement>, from: Box) => void;
}

/**
 * A state: a button that selects it, with all its text as name. Space collapses a group, the arrow keys go to
 * the next state.
 */
function State({ box, isTabStop, highlights, collapsed, onSelect, onCollapse, onMove }: StateProps) {
  const { x, y, width, height, kind, id } = box;
  const isActive = highlights.active.has(id);
  const hasHandle = isGroup(box);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own */}
      <g
        className={classes(
          'box',
          `box-${kind}`,
          isActive && 'is-active',
          highlights.selected === id && 'is-selected',
          highlights.differing.has(id) && 'is-differing',
        )}
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={highlights.selected === id}
        data-state={id}
        onClick={() => onSelect(id)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onSelect(id);
          } else if (event.key === ' ') {
            event.preventDefault();
            (hasHandle ? onCollapse : onSelect)(id);
          } else {
            onMove(event, box);
          }
        }}
      >
        <rect className="frame" x={x} y={y} width={width} height={height} rx={9} />
        {kind === 'final' && (
          <rect
            className="inner-frame"
            x={x + 3.5}
            y={y + 3.5}
            width={width - 7}
            height={height - 7}
            rx={6}
          />
        )}
        <Rows rows={box.rows} x={x} y={y} highlights={highlights} />
        {isActive && (
          <g className="now" transform={`translate(${x + width - 44} ${y - 9})`}>
            <rect width={36} height={18} rx={9} />
            <text x={18} y={13} textAnchor="middle">
              now
            </text>
          </g>
        )}
      </g>
      {hasHandle && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the Space key on the state does the same
        <g
          className="handle"
          transform={`translate(${x + width - 30} ${y + 12})`}
          onClick={() => onCollapse(id)}
        >
          <rect x={-3} y={-3} width={24} height={24} rx={6} />
          <path d={collapsed.has(id) ? 'M9 4v10M4 9h10' : 'M4 9h10'} />
        </g>
      )}
    </>
  );
}

/** A chart in its own coordinates. Boxes are buttons with a roving tabindex. */
export const ChartDrawing = memo(function ChartDrawing(props: DrawingProps) {
  const { layout, highlights } = props;
  const states = layout.boxes.filter(({ kind }) => kind !== 'initial');
  const stop = states.find(({ id }) => id === highlights.selected) ?? states[0];
  const move = (event: KeyboardEvent<SVGGElement>, from: Box) => {
    const next = event.key.startsWith('Arrow') ? neighbour(states, from, event.key) : undefined;
    if (next) {
      event.preventDefault();
      event.stopPropagation();
      const root = event.currentTarget.ownerSVGElement;
      root?.querySelector<SVGGElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus();
    }
  };
  const state = (box: Box) => (
    <State key={box.id} {...props} box={box} isTabStop={box === stop} onMove={move} />
  );
  return (
    <>
      <defs>
        {heads.map((kind) => (
          <marker
            key={kind}
            id={`head-${kind}`}
            className={`head head-${kind}`}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0 10 5 0 10z" />
          </marker>
        ))}
      </defs>
      {states.filter(isGroup).map(state)}
      {layout.arrows.map((arrow) => (
        <Line
          key={`${arrow.id} ${arrow.points[0]?.x} ${arrow.points[0]?.y}`}
          arrow={arrow}
          highlights={highlights}
        />
      ))}
      {layout.boxes
        .filter(({ kind }) => kind === 'initial')
        .map(({ id, x, y, width, height }) => (
          <circle key={id} className="initial" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
        ))}
      {states.filter((box) => !isGroup(box)).map(state)}
      {layout.arrows.map((arrow) => (
        <Label
          key={`${arrow.id} ${arrow.points[0]?.x} ${arrow.points[0]?.y}`}
          arrow={arrow}
          highlights={highlights}
        />
      ))}
    </>
  );
});
