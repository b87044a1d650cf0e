/**
 * Why an element cannot be pressed where it is; null if it can: scrolled into the window, its centre is its own. Runs in
 * the page.
 */
export async function whyOutOfReach(element: Element): Promise<string | null> {
  const isFile = element.matches('input[type=file]');
  const isOwn = (hit: Element | null) =>
    hit !== null &&
    (element.contains(hit) ||
      hit.closest('label')?.control === element ||
      // The choice of a file lies under the place to drop one.
      (isFile && element.parentElement?.contains(hit) === true));
  let over: Element | null = null;
  const isInReach = () => {
    for (const block of ['center', 'nearest', 'start', 'end'] as const) {
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      // Of a link over two lines the middle may lie beside it.
      const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      if (isOwn(hit)) return true;
      over ??= hit;
    }
    return false;
  };
  if (isInReach()) return null;
  // Such as "Skip to content", which is there for the keyboard and comes with it.
  if (over === null && element instanceof HTMLElement) {
    element.focus();
    await Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    const isThere = isInReach();
    element.blur();
    if (isThere) return null;
  }
  return over === null
    ? 'cannot be scrolled into the window'
    : `is covered by ${(over as Element).outerHTML.slice(0, 120)}`;
}
