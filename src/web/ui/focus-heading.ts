/** Without scrolling; null if there is no main heading. */
export function focusHeading(page: Document): HTMLElement | null {
  const heading = page.querySelector<HTMLElement>('main h1');
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
