import {
  type CSSProperties,
  cloneElement,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeTooltip, type TooltipSide } from './place-tooltip.ts';
import { useDismiss } from './use-dismiss.ts';

interface TooltipProps {
  text: string;
  position?: TooltipSide;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

interface Place {
  side: TooltipSide;
  style: CSSProperties;
}

/** Anchored at the near edge, so that large text grows away. */
function placeBeside(anchor: Element, text: string, preferred: TooltipSide): Place {
  const { clientWidth, clientHeight } = anchor.ownerDocument.documentElement;
  const viewport = { width: clientWidth, height: clientHeight };
  const box = placeTooltip({ text, anchor: anchor.getBoundingClientRect(), viewport, preferred });
  const { side, left, top, width, height } = box;
  const vertical = side === 'top' ? { bottom: viewport.height - top - height } : { top };
  return { side, style: { left, width, minHeight: height, ...vertical } };
}

/** R2.35: stays while the pointer is on it. Never the only place for something important. */
export function Tooltip({ text, position = 'top', children }: TooltipProps) {
  const id = useId();
  const root = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const open = place !== null;

  const show = useCallback(() => {
    const anchor = root.current?.firstElementChild;
    if (anchor) setPlace(placeBeside(anchor, text, position));
  }, [text, position]);

  useLayoutEffect(() => {
    if (!open) return;
    tip.current?.showPopover?.();
    return () => tip.current?.hidePopover?.();
  }, [open]);

  useLayoutEffect(() => {
    if (open) show();
  }, [open, show]);

  const close = () => setPlace(null);
  useDismiss({ isOpen: open, root, close, onEscape: close });

  const byMouse = (shown: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (shown) show();
    else setPlace(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside.
    <span
      ref={root}
      className="tooltip-anchor"
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
      onPointerUp={(event) => {
        if (event.pointerType === 'touch') show();
      }}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show();
      }}
      onBlur={() => setPlace(null)}
    >
      {cloneElement(children, {
        'aria-describedby': [children.props['aria-describedby'], id].filter(Boolean).join(' '),
      })}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="tooltip"
        data-side={place?.side}
        hidden={!open}
        style={place?.style}
      >
        {text}
      </span>
    </span>
  );
}
