/** Whether what an event is about lies in this part of the page. */
export const isInside = (part: Element | null, target: EventTarget | null): boolean =>
  target instanceof Node && part !== null && part.contains(target);
