export const tooltipSides = ['top', 'bottom', 'left', 'right'] as const;

export type TooltipSide = (typeof tooltipSides)[number];

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const perCharacter = 7;
const sidePadding = 16;
const narrowest = 40;
const widest = 300;
const oneLine = 28;
const furtherLine = 18;
const charactersPerLine = 40;
const edgeMargin = 10;
const distance = 6;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** R5.14: estimated, without measuring. */
export function tooltipSize(text: string): Size {
  const lines = Math.max(1, Math.ceil(text.length / charactersPerLine));
  return {
    width: clamp(text.length * perCharacter + sidePadding, narrowest, widest),
    height: oneLine + furtherLine * (lines - 1),
  };
}

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/** R2.35: the preferred side, then the opposite one. */
function inOrder(preferred: TooltipSide): TooltipSide[] {
  return [...new Set([preferred, opposite[preferred], ...tooltipSides])];
}

/** R2.35, R5.14: on the preferred side or the first with enough space, else the roomiest. */
export function placeTooltip({
  text,
  anchor,
  viewport,
  preferred = 'top',
}: {
  text: string;
  anchor: Box;
  viewport: Size;
  preferred?: TooltipSide;
}): Box & { side: TooltipSide } {
  const wanted = tooltipSize(text);
  const width = Math.min(wanted.width, viewport.width - 2 * edgeMargin);
  const { height } = wanted;
  const space = {
    top: anchor.top - distance - edgeMargin - height,
    bottom: viewport.height - (anchor.top + anchor.height) - distance - edgeMargin - height,
    left: anchor.left - distance - edgeMargin - width,
    right: viewport.width - (anchor.left + anchor.width) - distance - edgeMargin - width,
  };
  const sides = inOrder(preferred);
  const side =
    sides.find((candidate) => space[candidate] >= 0) ??
    sides.reduce((best, candidate) => (space[candidate] > space[best] ? candidate : best));

  const middleLeft = anchor.left + anchor.width / 2 - width / 2;
  const middleTop = anchor.top + anchor.height / 2 - height / 2;
  const wish = {
    top: { left: middleLeft, top: anchor.top - distance - height },
    bottom: { left: middleLeft, top: anchor.top + anchor.height + distance },
    left: { left: anchor.left - distance - width, top: middleTop },
    right: { left: anchor.left + anchor.width + distance, top: middleTop },
  }[side];
  return {
    side,
    left: clamp(wish.left, edgeMargin, Math.max(edgeMargin, viewport.width - edgeMargin - width)),
    top: clamp(wish.top, edgeMargin, Math.max(edgeMargin, viewport.height - edgeMargin - height)),
    width,
    height,
  };
}
