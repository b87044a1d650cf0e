import type { PointerEvent } from 'react';
import { type ChartLayout, isGroup } from '../chart/chart-layout.ts';
import type { Size, View } from './pan-zoom.ts';

/** In pixels of the screen. */
const longest = 150;

interface MinimapProps {
  layout: ChartLayout;
  active: ReadonlySet<string>;
  view: View;
  screen: Size;
  onMove: (point: { x: number; y: number }) => void;
}

/** For the mouse; keys move the chart itself. */
export function Minimap({ layout, active, view, screen, onMove }: MinimapProps) {
  const side = Math.min(longest, screen.width / 4);
  const scale = side / Math.max(layout.width, layout.height);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const corner = event.currentTarget.getBoundingClientRect();
    onMove({ x: (event.clientX - corner.left) / scale, y: (event.clientY - corner.top) / scale });
  };
  return (
    <svg
      className="minimap"
      aria-hidden="true"
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (event.buttons > 0) {
          point(event);
        }
      }}
    >
      {layout.boxes
        .filter(({ kind }) => kind !== 'initial')
        .map((box) => (
          <rect
            key={box.id}
            className={
              active.has(box.id) && !isGroup(box) ? 'is-active' : isGroup(box) ? 'is-group' : undefined
            }
            x={box.x}
            y={box.y}
            width={box.width}
            height={box.height}
          />
        ))}
      <rect
        className="shown"
        x={-view.x / view.scale}
        y={-view.y / view.scale}
        width={screen.width / view.scale}
        height={screen.height / view.scale}
      />
    </svg>
  );
}
