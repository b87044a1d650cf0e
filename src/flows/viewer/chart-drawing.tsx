import { type KeyboardEvent, memo } from 'react';
import { boxPadding, type Icon, iconWidth, rowHeight, rowsSize, titleHeight } from '../chart/chart-boxes.ts';
import { type Arrow, type Box, type ChartLayout, isGroup } from '../chart/chart-layout.ts';
import { marks, roundedPath } from '../chart/chart-marks.ts';
import { baselineOf, farTitle, titleSpace } from './far-title.ts';
import { neighbour } from './pan-zoom.ts';

export interface Highlights {
  active: ReadonlySet<string>;
  selected: string | null;
  latest: ReadonlySet<string>;
  covered: ReadonlySet<string> | null;
  differing: ReadonlySet<string>;
}

interface DrawingProps {
  layout: ChartLayout;
  highlights: Highlights;
  collapsed: ReadonlySet<string>;
  far: number | null;
  onSelect: (id: string) => void;
  onCollapse: (id: string) => void;
}

const heads = ['plain', 'success', 'failure', 'delay', 'automatic', 'initial'] as const;

function classes(...names: readonly (string | false)[]): string {
  return names.filter(Boolean).join(' ');
}

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

function Rows({ box, highlights }: { box: Box; highlights: Highlights }) {
  const { rows, textX, y } = box;
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
        {row.icon && <Mark icon={row.icon} x={textX} y={baseline - 10} />}
        <text className={row.style} x={textX + indent} y={baseline}>
          {`${row.text} `}
        </text>
      </g>
    );
  });
}

const rim = 4;

const handleSpace = 38;

function Title({ box, scale, layout }: { box: Box; scale: number; layout: ChartLayout }) {
  const { x, y, width, height, rows, textX } = box;
  const isHeading = isGroup(box);
  const end = x + width - (isHeading ? handleSpace : rim);
  const space = isHeading ? rowsSize(rows).height * layout.enlarged : height;
  const room = { width: end - (isHeading ? textX : x + rim), height: space - 2 * rim };
  const title = farTitle(rows[0]?.text ?? '', room, scale);
  const top = isHeading ? y + rim : y + (height - titleSpace(title)) / 2;
  return title.lines.map((line, index) => (
    <text
      key={line}
      className="title"
      style={{ fontSize: title.size }}
      x={isHeading ? textX : x + width / 2}
      y={top + baselineOf(index, title.size)}
      textAnchor={isHeading ? 'start' : 'middle'}
    >
      {`${line} `}
    </text>
  ));
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

function nowPlace({ x, y, width }: Box, far: number | null): string {
  const size = far === null ? 1 : Math.min(2.5, Math.max(1, 0.8 / far));
  return `translate(${x + width - 44 * size} ${y - 9 * size}) scale(${size})`;
}

interface StateProps extends DrawingProps {
  box: Box;
  isTabStop: boolean;
  onMove: (event: KeyboardEvent<SVGGElement>, from: Box) => void;
}

function State(props: StateProps) {
  const { box, isTabStop, layout, highlights, collapsed, far, onSelect, onCollapse, onMove } = props;
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
        aria-label={far === null ? undefined : box.rows.map(({ text }) => text).join(' ')}
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
        {far === null ? (
          <Rows box={box} highlights={highlights} />
        ) : (
          <Title box={box} scale={far} layout={layout} />
        )}
        {isActive && (
          <g className="now" transform={nowPlace(box, far)}>
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

export const ChartDrawing = memo(function ChartDrawing(props: DrawingProps) {
  const { layout, highlights, far } = props;
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
      {far === null &&
        layout.arrows.map((arrow) => (
          <Label
            key={`${arrow.id} ${arrow.points[0]?.x} ${arrow.points[0]?.y}`}
            arrow={arrow}
            highlights={highlights}
          />
        ))}
    </>
  );
});
