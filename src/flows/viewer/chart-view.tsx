import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ChartLayout } from '../chart/chart-layout.ts';
import { kindNames, marks, signNames } from '../chart/chart-marks.ts';
import { present } from '../present.ts';
import { ChartDrawing, type Highlights } from './chart-drawing.tsx';
import { saveFile, standalonePng, standaloneSvg } from './export-chart.ts';
import { farScale } from './far-title.ts';
import { Minimap } from './minimap.tsx';
import {
  centreOn,
  firstView,
  fitView,
  isReadable,
  isWhole,
  reveal,
  type Size,
  type View,
  zoomAt,
} from './pan-zoom.ts';

interface ChartViewProps {
  layout: ChartLayout;
  title: string;
  fileName: string;
  highlights: Highlights;
  collapsed: ReadonlySet<string>;
  focus: readonly string[];
  onSelect: (id: string) => void;
  onCollapse: (id: string) => void;
  onTooSmall: (screen: Size) => boolean;
  onResize: (screen: Size) => void;
  note?: ReactNode;
  children?: ReactNode;
}

const signs: Readonly<Record<string, ReactNode>> = {
  dot: (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle className="initial" cx="6" cy="6" r="5" />
    </svg>
  ),
  dashes: (
    <svg className="box-region" viewBox="0 0 20 12" width="20" height="12" aria-hidden="true">
      <rect className="frame" x="1" y="1" width="18" height="10" rx="3" />
    </svg>
  ),
  double: (
    <svg viewBox="0 0 20 12" width="20" height="12" aria-hidden="true">
      <rect className="frame" x="1" y="1" width="18" height="10" rx="3" />
      <rect className="inner-frame" x="3.5" y="3.5" width="13" height="5" rx="1.5" />
    </svg>
  ),
};

const step = 60;
const zoomStep = 1.25;

export function ChartView(props: ChartViewProps) {
  const { layout, title, fileName, highlights, collapsed, focus, onSelect, onCollapse, onTooSmall } = props;
  const { onResize } = props;
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });
  const [problem, setProblem] = useState('');
  const [isDragging, setDragging] = useState(false);
  const [screen, setScreen] = useState<Size>({ width: 0, height: 0 });
  // A saved picture has all text, however small it is on the screen.
  const [isSaving, setSaving] = useState(false);
  const far =
    !isSaving && (layout.isOutline || view.scale < farScale) ? Math.round(view.scale * 50) / 50 : null;

  const isFitted = useRef(false);

  const size = (): Size => frame.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const middle = () => ({ x: size().width / 2, y: size().height / 2 });
  const change = (next: (old: View) => View) => {
    isFitted.current = false;
    setView(next);
  };
  const zoom = (factor: number) => change((old) => zoomAt(old, factor, middle()));
  const move = (x: number, y: number) => change((old) => ({ ...old, x: old.x + x, y: old.y + y }));
  const fitsNext = useRef(false);
  const wasFitted = useRef(false);
  const askForLess = useRef(onTooSmall);
  askForLess.current = onTooSmall;
  const fit = () => {
    const space = size();
    const whole = fitView(layout, space);
    fitsNext.current = !isReadable(whole, layout) && askForLess.current(space);
    if (!fitsNext.current) {
      isFitted.current = true;
      setView(whole);
    }
  };

  useLayoutEffect(() => {
    const space = present(frame.current, 'frame of the chart').getBoundingClientRect();
    wasFitted.current = fitsNext.current || layout.isOutline;
    if (wasFitted.current) {
      const whole = fitView(layout, space);
      fitsNext.current = fitsNext.current && !isReadable(whole, layout) && askForLess.current(space);
      isFitted.current = true;
      setView(whole);
    } else {
      isFitted.current = false;
      setView(firstView(layout, space));
    }
  }, [layout]);

  useLayoutEffect(() => {
    const element = present(frame.current, 'frame of the chart');
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setScreen({ width, height });
      onResize({ width, height });
      if (isFitted.current) {
        setView(fitView(layout, { width, height }));
      }
    };
    measure();
    if (!('ResizeObserver' in window)) {
      return;
    }
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [layout, onResize]);

  const focusKey = focus.join(' ');
  useLayoutEffect(() => {
    const wanted = new Set(focusKey.split(' '));
    const boxes = layout.boxes.filter(({ id }) => wanted.has(id));
    const space = present(frame.current, 'frame of the chart').getBoundingClientRect();
    if (wasFitted.current) {
      wasFitted.current = false;
      return;
    }
    setView((old) => reveal(old, boxes, space));
  }, [focusKey, layout]);

  useEffect(() => {
    const element = present(frame.current, 'frame of the chart');
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const corner = element.getBoundingClientRect();
      const at = { x: event.clientX - corner.left, y: event.clientY - corner.top };
      const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      isFitted.current = false;
      setView((old) => zoomAt(old, 1.0015 ** -pixels, at));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);

  const press = (event: PointerEvent) => {
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const drag = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) {
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (!isDragging && Math.hypot(now.x - before.x, now.y - before.y) < 4) {
      return;
    }
    setDragging(true);
    frame.current?.setPointerCapture(event.pointerId);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) {
      move(now.x - before.x, now.y - before.y);
      return;
    }
    const corner = present(frame.current, 'frame of the chart').getBoundingClientRect();
    const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const at = { x: (now.x + other.x) / 2 - corner.left, y: (now.y + other.y) / 2 - corner.top };
    change((old) => zoomAt(old, spread(now) / spread(before), at));
  };
  const release = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) {
      setDragging(false);
    }
  };

  const keys: Record<string, () => void> = {
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': fit,
    ArrowLeft: () => move(step, 0),
    ArrowRight: () => move(-step, 0),
    ArrowUp: () => move(0, step),
    ArrowDown: () => move(0, -step),
  };
  const pressKey = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  };

  const svg = () => {
    flushSync(() => setSaving(true));
    const text = standaloneSvg(present(picture.current, 'picture of the chart'), layout, title);
    setSaving(false);
    return text;
  };
  const savePng = async () => {
    try {
      saveFile(`${fileName}.png`, await standalonePng(svg(), layout));
      setProblem('');
    } catch {
      setProblem('The browser could not draw the picture. Save it as SVG instead.');
    }
  };

  return (
    <div className="chart">
      <div className="toolbar" role="toolbar" aria-label="Chart">
        <button type="button" onClick={() => zoom(1 / zoomStep)} aria-label="Zoom out">
          −
        </button>
        <output className="scale" aria-label="Zoom">
          {Math.round(view.scale * 100)} %
        </output>
        <button type="button" onClick={() => zoom(zoomStep)} aria-label="Zoom in">
          +
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
        {props.children}
      </div>
      {props.note}
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={frame}
        className={isDragging ? 'canvas is-dragging' : 'canvas'}
        role="group"
        aria-label={`Chart of ${title}. Plus and minus zoom, 0 fits, the arrow keys move.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move and zoom need the focus here
        tabIndex={0}
        onKeyDown={pressKey}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group around it has the name, and a title would hang on the mouse */}
        <svg
          ref={picture}
          className={`picture${highlights.covered ? ' shows-coverage' : ''}${far === null ? '' : ' is-far'}`}
        >
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            <ChartDrawing
              layout={layout}
              highlights={highlights}
              collapsed={collapsed}
              far={far}
              onSelect={onSelect}
              onCollapse={onCollapse}
            />
          </g>
        </svg>
        {screen.width > 0 && !isWhole(view, layout, screen) && (
          <Minimap
            layout={layout}
            active={highlights.active}
            view={view}
            screen={screen}
            onMove={(point) => change((old) => centreOn(old, point, screen))}
          />
        )}
      </div>
      <div className="chart-foot">
        <details className="legend">
          <summary>What the marks mean</summary>
          <ul>
            {kindNames.map(([icon, name]) => (
              <li key={icon}>
                <svg
                  className={`mark mark-${icon}`}
                  viewBox="0 0 12 12"
                  width="12"
                  height="12"
                  aria-hidden="true"
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: constant drawings of chart-marks.ts
                  dangerouslySetInnerHTML={{ __html: marks[icon] }}
                />
                {name}
              </li>
            ))}
            <li>
              <svg
                className="mark mark-loop"
                viewBox="0 0 12 12"
                width="12"
                height="12"
                aria-hidden="true"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: constant drawings of chart-marks.ts
                dangerouslySetInnerHTML={{ __html: marks.loop }}
              />
              it happens, and the state stays
            </li>
            {signNames.map(([sign, name]) => (
              <li key={name}>
                {signs[sign] ?? <b>{sign}</b>}
                {name}
              </li>
            ))}
          </ul>
        </details>
        <button
          type="button"
          onClick={() => saveFile(`${fileName}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))}
        >
          Save SVG
        </button>
        <button type="button" onClick={() => void savePng()}>
          Save PNG
        </button>
      </div>
    </div>
  );
}
