import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { kindNames, marks, moneyMoves, signNames, stays } from '../chart/chart-marks.ts';
import { layOutStory } from '../chart/story.ts';
import { type Story, titleSizes } from '../chart/story-shapes.ts';
import { statelyJson } from '../export/stately-json.ts';
import type { Flow } from '../flow.ts';
import { present } from '../present.ts';
import { stateId } from '../transitions.ts';
import { ChartDrawing, type Highlights } from './chart-drawing.tsx';
import { saveFile, standalonePng, standaloneSvg } from './export-chart.ts';
import { useWidth } from './use-width.ts';

interface ChartViewProps {
  flow: Flow;
  highlights: Highlights;
  /** Groups whose states are drawn. */
  opened: ReadonlySet<string>;
  focus: readonly string[];
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
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

const zoomStep = 1.25;
const scales = { smallest: 0.1, largest: 3 } as const;
/** Of the frame’s width. */
const fitWidths = [1, 1.4, 1.8, 2.2, 2.8, 3.4, 4.2, 5] as const;
/** The least scale at which the texts of a chart, and its titles alone, can be made out. */
const readable = { texts: 0.7, titles: 0.5 } as const;
/** Of titles that are read while scrolling: 12 pixels. */
const alongScale = 12 / titleSizes.other;
/** As in viewer.css. */
const framePadding = 12;
const margin = 24;

/** Scrolls as little as possible. */
function reveal(frame: HTMLElement, { boxes }: Story, wanted: readonly string[], scale: number): void {
  const found = boxes.filter(({ id }) => wanted.includes(id));
  const [first] = found;
  if (!first) return;
  const shift = (start: number, end: number, from: number, space: number) => {
    if (start >= from && end <= from + space) return from;
    return end - start > space ? start - margin : start < from ? start - margin : end - space + margin;
  };
  const left = Math.min(...found.map(({ x }) => x)) * scale;
  const top = Math.min(...found.map(({ y }) => y)) * scale;
  const right = Math.max(...found.map(({ x, width }) => x + width)) * scale;
  const bottom = Math.max(...found.map(({ y, height }) => y + height)) * scale;
  frame.scrollLeft = shift(left, right, frame.scrollLeft, frame.clientWidth);
  frame.scrollTop = shift(top, bottom, frame.scrollTop, frame.clientHeight);
}

export function ChartView({ flow, highlights, opened, focus, onSelect, onOpen, children }: ChartViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const width = useWidth(frame);
  const [scale, setScale] = useState(1);
  /** When it is fitted: the width whose chart can be shown the largest, and whether only its titles can be read then. One that is too large is as wide as the frame. */
  const [fitted, setFitted] = useState<{ width: number; hasTitlesOnly: boolean } | null>(null);
  const [problem, setProblem] = useState('');
  const [pointed, setPointed] = useState<string | null>(null);
  const [hasAllLines, setAllLines] = useState(false);
  const [hasDetails, setDetails] = useState(false);
  const layOut = useCallback(
    (width: number, hasTitlesOnly: boolean) =>
      layOutStory(flow, { width, hasDetails, hasTitlesOnly, isOpen: (group) => opened.has(stateId(group)) }),
    [flow, hasDetails, opened],
  );
  const story = useMemo(
    () => layOut(fitted?.width ?? width, fitted?.hasTitlesOnly ?? false),
    [layOut, fitted, width],
  );

  const focusKey = focus.join(' ');
  useEffect(() => {
    reveal(present(frame.current, 'frame of the chart'), story, focusKey.split(' '), scale);
  }, [focusKey, story, scale]);

  const zoom = (factor: number) =>
    setScale((old) => Math.min(scales.largest, Math.max(scales.smallest, old * factor)));
  const fit = () => {
    if (fitted !== null || scale !== 1) {
      setFitted(null);
      setScale(1);
      return;
    }
    const { clientHeight } = present(frame.current, 'frame of the chart');
    const height = clientHeight - 2 * framePadding;
    const scaleOf = (one: Story) => Math.min(1, width / one.width, height / one.height);
    const best = (hasTitlesOnly: boolean) =>
      fitWidths
        .map((factor) => ({
          width: factor * width,
          hasTitlesOnly,
          whole: scaleOf(layOut(factor * width, hasTitlesOnly)),
        }))
        .reduce((one, two) => (two.whole > one.whole ? two : one));
    const withTexts = best(false);
    if (withTexts.whole === 1) return;
    const titles = best(true);
    const asWide = { width: width / alongScale, hasTitlesOnly: true, whole: alongScale };
    const chosen =
      withTexts.whole >= readable.texts ? withTexts : titles.whole >= readable.titles ? titles : asWide;
    setFitted(chosen);
    setScale(chosen.whole);
  };
  const keys: Record<string, () => void> = {
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': fit,
  };
  const pressKey = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  };
  // Fingers scroll by themselves.
  const press = ({ pointerType, button, clientX, clientY }: PointerEvent) => {
    dragged.current = pointerType === 'mouse' && button === 0 ? { x: clientX, y: clientY } : null;
  };
  const drag = ({ clientX, clientY, buttons }: PointerEvent) => {
    const before = dragged.current;
    if (!before || buttons === 0) return;
    frame.current?.scrollBy(before.x - clientX, before.y - clientY);
    dragged.current = { x: clientX, y: clientY };
  };

  const svg = () => standaloneSvg(present(picture.current, 'picture of the chart'), story, flow.title);
  const savePng = async () => {
    try {
      saveFile(`${flow.name}.png`, await standalonePng(svg(), story));
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
          {Math.round(scale * 100)} %
        </output>
        <button type="button" onClick={() => zoom(zoomStep)} aria-label="Zoom in">
          +
        </button>
        <button type="button" onClick={fit}>
          {scale === 1 && fitted === null ? 'Fit' : 'Full size'}
        </button>
        <button type="button" aria-pressed={hasAllLines} onClick={() => setAllLines(!hasAllLines)}>
          All lines
        </button>
        <button
          type="button"
          aria-pressed={hasDetails}
          title="What each state runs and does"
          onClick={() => setDetails(!hasDetails)}
        >
          Details
        </button>
        {children}
      </div>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={frame}
        className="canvas"
        role="group"
        aria-label={`Chart of ${flow.title}. Plus and minus zoom, 0 fits.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the Tab key
        tabIndex={0}
        onKeyDown={pressKey}
        onPointerDown={press}
        onPointerMove={drag}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group around it has the name, and a title would hang on the mouse */}
        <svg
          ref={picture}
          className={highlights.covered ? 'picture shows-coverage' : 'picture'}
          width={story.width * scale}
          height={story.height * scale}
          viewBox={`0 0 ${story.width} ${story.height}`}
        >
          <g>
            <ChartDrawing
              story={story}
              highlights={highlights}
              pointed={pointed}
              hasAllLines={hasAllLines}
              onSelect={onSelect}
              onOpen={onOpen}
              onPoint={setPointed}
            />
          </g>
        </svg>
      </div>
      <div className="chart-foot">
        <details className="legend">
          <summary>What the marks mean</summary>
          <ul>
            {[...kindNames, stays, ...(flow.moves ? [moneyMoves] : [])].map(([icon, name]) => (
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
          onClick={() => saveFile(`${flow.name}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))}
        >
          Save SVG
        </button>
        <button type="button" onClick={() => void savePng()}>
          Save PNG
        </button>
        <button
          type="button"
          onClick={() => saveFile(`${flow.name}.json`, new Blob([statelyJson(flow.machine)]))}
        >
          Save for Stately
        </button>
      </div>
    </div>
  );
}
