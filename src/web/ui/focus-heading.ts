/** Moves the focus to the main heading of the page, without scrolling; returns it, or null if there is none. */
export function focusHeading(page: Document): HTMLElement | null {
  const heading = page.querySelector<HTMLElement>('main h1');
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
