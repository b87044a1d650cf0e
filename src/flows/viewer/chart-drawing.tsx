import { Fragment, type KeyboardEvent, memo, type SyntheticEvent, useMemo, useState } from 'react';
import { marks, roundedPath } from '../chart/chart-marks.ts';
import { textWidth } from '../chart/chart-text.ts';
import {
  type Box,
  type Icon,
  iconWidth,
  isGroup,
  type Line,
  type Point,
  padding,
  type Row,
  type Story,
  textSize,
} from '../chart/story-shapes.ts';
import { handleOf, Router, sentenceOf, stubLines } from '../chart/stub-lines.ts';
import type { Traffic } from '../traffic.ts';
import { neighbour } from './neighbour.ts';

export interface Highlights {
  active: ReadonlySet<string>;
  selected: string | null;
  latest: ReadonlySet<string>;
  covered: ReadonlySet<string> | null;
  traffic: Traffic | null;
  differing: ReadonlySet<string>;
  /** Where else a report, or the approved chart, says that the last step leads. */
  instead: { who: 'report' | 'approved' | 'committed'; ids: ReadonlySet<string> } | undefined;
}

interface DrawingProps {
  story: Story;
  highlights: Highlights;
  pointed: string | null;
  hasAllLines: boolean;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onPoint: (id: string | null) => void;
}

const heads = ['plain', 'success', 'failure', 'delay', 'automatic', 'start'] as const;

function classes(...names: readonly (string | false)[]): string {
  return names.filter(Boolean).join(' ');
}

function standing(ids: readonly string[], { latest, covered, differing }: Highlights): string {
  return classes(
    ids.some((id) => latest.has(id)) && 'is-latest',
    covered !== null &&
      ids.length > 0 &&
      (ids.every((id) => covered.has(id)) ? 'is-covered' : 'is-uncovered'),
    ids.some((id) => differing.has(id)) && 'is-differing',
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

/** After a text that is at `x`. */
function Coin({ text, isBold = false, x, y }: Point & { text: string; isBold?: boolean }) {
  return <Mark icon="coin" x={x + textWidth(text, textSize, isBold) + 5} y={y - 10} />;
}

/** How often it was taken, on a border or a line. */
function Count({ traffic, ids, x, y }: Point & { traffic: Traffic | null; ids: readonly string[] }) {
  const count = ids.reduce((sum, id) => sum + (traffic?.get(id) ?? 0), 0);
  if (count === 0) return null;
  const text = count.toLocaleString('en');
  const width = textWidth(text, 12, true) + 12;
  return (
    <g className="count" transform={`translate(${x - width / 2} ${y - 9})`}>
      <rect width={width} height={18} rx={9} />
      <text x={width / 2} y={13} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function middleOf({ points }: Line): Point {
  const parts = points.slice(1).map((end, index) => ({ start: points[index] ?? end, end }));
  const length = ({ start, end }: (typeof parts)[number]) =>
    Math.abs(end.x - start.x) + Math.abs(end.y - start.y);
  const longest = parts.reduce((one, two) => (length(two) > length(one) ? two : one));
  return { x: (longest.start.x + longest.end.x) / 2, y: (longest.start.y + longest.end.y) / 2 };
}

function Text({ box, row, highlights }: { box: Box; row: Row; highlights: Highlights }) {
  const x = box.x + padding + row.indent;
  const y = box.y + row.y;
  return (
    <g
      className={standing(row.transitions, highlights) || undefined}
      data-sentence={row.targets.length > 0 ? sentenceOf(box, row) : undefined}
    >
      {row.icon && <Mark icon={row.icon} x={x - iconWidth} y={y - 10} />}
      <text className={classes(row.style, box.isMain && 'main')} x={x} y={y}>
        {`${row.text} `}
      </text>
      {row.hasCoin && <Coin text={row.text} x={x} y={y} />}
      {row.icon && (
        <Count traffic={highlights.traffic} ids={row.transitions} x={box.x + box.width} y={y - 4} />
      )}
    </g>
  );
}

/** On the border of a state. */
function Flag({ text, isOther = false, x, y }: Point & { text: string; isOther?: boolean }) {
  const width = textWidth(text, 12, true) + 12;
  return (
    <g className={isOther ? 'now is-other' : 'now'} transform={`translate(${x} ${y})`}>
      <rect width={width} height={18} rx={9} />
      <text x={width / 2} y={13} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

interface StateProps extends DrawingProps {
  box: Box;
  isTabStop: boolean;
  onSentence: (means: 'pointed' | 'pressed', sentence: string | null) => void;
  onMove: (event: KeyboardEvent<SVGGElement>, from: Box) => void;
}

function sentenceAt({ target }: SyntheticEvent): string | null {
  const row = target instanceof Element ? target.closest('[data-sentence]') : null;
  return row?.getAttribute('data-sentence') ?? null;
}

function State({ box, isTabStop, highlights, onSelect, onOpen, onPoint, onSentence, onMove }: StateProps) {
  const { x, y, width, height, kind, id, isOpen, rows } = box;
  // A group whose states are drawn leaves being “now” to them.
  const isActive = highlights.active.has(id) && isOpen !== true;
  const open = () => onOpen(id);
  const handle = handleOf(box);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own */}
      <g
        className={classes(
          'box',
          `box-${kind}`,
          box.isMain && 'is-main',
          highlights.active.has(id) && 'is-active',
          highlights.selected === id && 'is-selected',
          highlights.differing.has(id) && 'is-differing',
        )}
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={highlights.selected === id}
        data-state={id}
        onClick={(event) => {
          onSentence('pressed', sentenceAt(event));
          onSelect(id);
        }}
        onPointerEnter={() => onPoint(id)}
        onPointerOver={(event) => onSentence('pointed', sentenceAt(event))}
        onPointerLeave={() => {
          onSentence('pointed', null);
          onPoint(null);
        }}
        onFocus={() => onPoint(id)}
        onBlur={() => onPoint(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            if (event.key === ' ' && isOpen !== undefined) open();
            else onSelect(id);
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
        {rows.map((row) => (
          <Text key={row.y} box={box} row={row} highlights={highlights} />
        ))}
        {isActive && <Flag text="now" x={x + width - 44} y={y - 9} />}
        {highlights.instead?.ids.has(id) && (
          <Flag text={highlights.instead.who} isOther x={x + 8} y={y - 9} />
        )}
      </g>
      {isOpen !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the Space key on the state does the same
        <g className="handle" transform={`translate(${handle.x + 3} ${handle.y + 3})`} onClick={open}>
          <rect x={-3} y={-3} width={24} height={24} rx={6} />
          <path d={isOpen ? 'M4 9h10' : 'M9 4v10M4 9h10'} />
        </g>
      )}
    </>
  );
}

export const ChartDrawing = memo(function ChartDrawing(props: DrawingProps) {
  const { story, highlights, pointed, hasAllLines } = props;
  const states = story.boxes.filter(({ kind }) => kind !== 'start');
  const stubs = useMemo(() => stubLines(story), [story]);
  const router = useMemo(() => new Router(story), [story]);
  const meant = new Set([pointed, highlights.selected]);
  const shown = stubs.filter(
    ({ id, from, to, isInherited }) =>
      meant.has(from.id) || (!isInherited && (hasAllLines || meant.has(to.id) || highlights.latest.has(id))),
  );
  const [sentences, setSentences] = useState<{ pointed: string | null; pressed: string | null }>({
    pointed: null,
    pressed: null,
  });
  const asked = sentences.pointed ?? sentences.pressed;
  const ways = router.ways(shown);
  const drawn = shown.map((line, index) => ({
    ...line,
    points: ways[index] ?? [],
    isAsked: line.sentence === asked,
  }));
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
    <State
      key={box.id}
      {...props}
      box={box}
      isTabStop={box === stop}
      onSentence={(means, sentence) => setSentences((old) => ({ ...old, [means]: sentence }))}
      onMove={move}
    />
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
            markerWidth="6"
            markerHeight="6"
            orient="auto-start-reverse"
          >
            <path d="M0 0 10 5 0 10z" />
          </marker>
        ))}
      </defs>
      {states.filter(isGroup).map(state)}
      {story.lines.map(({ id, kind, points, label }) => (
        <g
          key={`${id} ${points[0]?.x} ${points[0]?.y} ${points.at(-1)?.x}`}
          className={standing(id ? [id] : [], highlights)}
        >
          <path
            className={`arrow arrow-${kind}`}
            d={roundedPath(points)}
            markerEnd={kind === 'belongs' ? undefined : `url(#head-${kind})`}
            data-transition={id || undefined}
          />
          {label.map(({ x, y, text, hasCoin }) => (
            <Fragment key={y}>
              <text className={`step label-${kind}`} x={x} y={y}>
                {`${text} `}
              </text>
              {hasCoin && <Coin text={text} isBold x={x} y={y} />}
            </Fragment>
          ))}
        </g>
      ))}
      {story.boxes
        .filter(({ kind }) => kind === 'start')
        .map(({ id, x, y, width, height }) => (
          <circle key={id} className="initial" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
        ))}
      {states.filter((box) => !isGroup(box)).map(state)}
      {highlights.traffic &&
        story.lines
          .filter(({ id }) => id)
          .map((line) => (
            <Count
              key={`${line.id} ${line.points[0]?.x} ${line.points[0]?.y} ${line.points.at(-1)?.x}`}
              traffic={highlights.traffic}
              ids={[line.id]}
              {...middleOf(line)}
            />
          ))}
      <g className="stub-lines">
        {drawn
          .toSorted((one, two) => Number(one.isAsked) - Number(two.isAsked))
          .map(({ id, from, y, to, kind, points, isAsked }) => (
            <path
              key={`${id} ${from.id} ${y} ${to.id}`}
              className={classes('arrow', `arrow-${kind}`, standing([id], highlights), isAsked && 'is-asked')}
              d={roundedPath(points)}
              markerEnd={`url(#head-${kind})`}
            />
          ))}
      </g>
    </>
  );
});
