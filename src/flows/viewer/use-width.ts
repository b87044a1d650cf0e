import { type RefObject, useLayoutEffect, useState } from 'react';

/** Narrower than any phone. */
const narrowest = 300;
const usual = 800;

/** Of an element's contents, in pixels, as it changes. @param least what narrower elements are taken for */
export function useWidth(element: RefObject<HTMLElement | null>, least = narrowest): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const frame = element.current;
    if (!frame) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(frame);
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      setWidth(Math.max(least, (frame.clientWidth || usual) - (padding || 0)));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [element, least]);
  return width;
}
