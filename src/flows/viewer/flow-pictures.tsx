import { useMemo, useRef, useState } from 'react';
import { roundedPath } from '../chart/chart-marks.ts';
import { layOutMap } from '../chart/flows-map.ts';
import { layOutStory } from '../chart/story.ts';
import type { Flow } from '../flow.ts';
import { ChartDrawing, type Highlights } from './chart-drawing.tsx';
import { placeHash } from './place.ts';
import { useWidth } from './use-width.ts';

const nothing: Highlights = {
  active: new Set(),
  selected: null,
  latest: new Set(),
  covered: null,
  traffic: null,
  differing: new Set(),
  instead: undefined,
};

/** How flows follow each other; each opens its chart. */
export function FlowsMap({ catalogue }: { catalogue: readonly Flow[] }) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<string | null>(null);
  const story = useMemo(() => layOutMap(catalogue, { width }), [catalogue, width]);
  const open = (id: string) => {
    window.location.hash = placeHash({ flow: id.slice(id.indexOf('.') + 1), state: null });
  };
  return (
    story && (
      <section ref={frame} className="map" aria-label="How flows follow each other">
        <h2>How flows follow each other</h2>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section around it has the name */}
        <svg className="picture" width={story.width} height={story.height}>
          <ChartDrawing
            story={story}
            highlights={nothing}
            pointed={pointed}
            hasAllLines={false}
            onSelect={open}
            onOpen={open}
            onPoint={setPointed}
          />
        </svg>
      </section>
    )
  );
}

/** The main way of a flow, for its card. @param width pixels */
export function FlowPicture({ flow, width }: { flow: Flow; width: number }) {
  const story = useMemo(() => layOutStory(flow, { width, isGlance: true }), [flow, width]);
  return (
    <svg
      className="picture glance"
      aria-hidden="true"
      viewBox={`0 0 ${story.width} ${story.height}`}
      style={{ width: story.width }}
    >
      {story.lines.map(({ id, kind, points }) => (
        <path
          key={`${id} ${points[0]?.x} ${points[0]?.y}`}
          className={`arrow arrow-${kind}`}
          d={roundedPath(points)}
        />
      ))}
      {story.boxes.map(({ id, x, y, width, height, rows }) => (
        <g key={id}>
          <rect className="frame" x={x} y={y} width={width} height={height} rx={6} />
          {rows.map((row) => (
            <text key={row.y} x={x + width / 2} y={y + row.y} textAnchor="middle">
              {`${row.text} `}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}
