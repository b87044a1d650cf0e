import { type PointerEvent, useEffect, useState } from 'react';

/** Pixels from the edge at which the page starts to scroll. */
const EDGE = 64;
const SCROLL_STEP = 24;

interface Drag {
  from: number;
  to: number;
}

export function useSectionDrag(onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  useEffect(() => {
    if (!isDragging) return;
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setDrag(null);
    };
    document.addEventListener('keydown', cancel);
    return () => document.removeEventListener('keydown', cancel);
  }, [isDragging]);

  return {
    marksOf: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      'data-drop':
        drag === null || drag.to !== index || drag.to === drag.from
          ? undefined
          : drag.to < drag.from
            ? 'above'
            : 'below',
    }),
    handleOf: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove: ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
        if (drag === null) return;
        const places = [
          ...(currentTarget.closest('.notes-sections')?.querySelectorAll('[data-place]') ?? []),
        ];
        const under = places.findLastIndex((place) => place.getBoundingClientRect().top <= clientY);
        setDrag({ ...drag, to: Math.max(0, under) });
        if (clientY < EDGE) window.scrollBy(0, -SCROLL_STEP);
        if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL_STEP);
      },
      onPointerUp: () => {
        setDrag(null);
        if (drag !== null && drag.to !== drag.from) onDrop(drag.from, drag.to);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}

export type SectionDrag = ReturnType<typeof useSectionDrag>;
