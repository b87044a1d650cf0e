export const isInside = (part: Element | null, target: EventTarget | null): boolean =>
  target instanceof Node && part !== null && part.contains(target);
