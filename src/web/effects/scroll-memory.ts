import { recordOf } from '#contract/unknown-values.ts';
export type RememberedPage = Pick<Window, 'scrollY' | 'addEventListener' | 'removeEventListener'> & {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'href'>;
  history: Pick<History, 'scrollRestoration'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  performance?: Pick<Performance, 'getEntriesByType'>;
  document: Pick<Document, 'getElementById'>;
};

function openingOf({ performance }: RememberedPage) {
  const [opened] = performance?.getEntriesByType?.('navigation') ?? [];
  return recordOf(opened);
}

function isReturn(page: RememberedPage): boolean {
  const { type } = openingOf(page);
  return type === 'back_forward' || type === 'reload';
}

const key = 'hearthscribe.scrollPositions';

/** Signs that the reader scrolls, not the page. */
export const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function readPositions(page: RememberedPage): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(page.sessionStorage.getItem(key) ?? '{}');
    return new Map(Object.entries(kept ?? {}).filter((entry) => typeof entry[1] === 'number'));
  } catch {
    return new Map();
  }
}

/** Across reloads (R2.20). The browser's restoration runs before the page renders, so it is off. */
export function createScrollMemory(page: RememberedPage) {
  const address = () => page.location.pathname + page.location.search;
  const positions = readPositions(page);
  let shown = address();
  let isLeaving = false;
  let isTraversal = false;
  // Until late data make the page tall enough for it (R2.20); leaving or reloading the page before that keeps it.
  let awaited: number | null = null;
  const stopAwaiting = () => {
    awaited = null;
  };
  const keep = () => {
    if (awaited !== null && page.scrollY < Math.floor(awaited)) return;
    stopAwaiting();
    positions.set(shown, page.scrollY);
  };
  // While the next page renders, the window scrolls because the old content goes away.
  const remember = () => {
    if (shown === address()) keep();
  };
  // Before rendering, so this is the reader's position.
  const leave = (by: 'traversal' | 'navigation') => {
    if (shown !== address() && !isLeaving) keep();
    isLeaving = shown !== address();
    isTraversal = by === 'traversal';
  };
  const onTraversal = () => leave('traversal');
  const onNavigation = () => leave('navigation');
  const takeOver = () => {
    page.history.scrollRestoration = 'manual';
  };
  const handBack = () => {
    page.history.scrollRestoration = 'auto';
    try {
      page.sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(positions)));
    } catch {
      // Without storage, positions last only as long as the document.
    }
  };
  // Listeners of wouter's events may render at once, so this one must be first.
  const heardFirst = { passive: true, capture: true };
  const listeners = [
    ['scroll', remember],
    ['popstate', onTraversal],
    ['pushState', onNavigation],
    ['replaceState', onNavigation],
    ['pageshow', takeOver],
    ['pagehide', handBack],
    ...ownMoves.map((move) => [move, stopAwaiting] as const),
  ] as const;
  const listen = () => {
    for (const [name, listener] of listeners) page.addEventListener(name, listener, heardFirst);
  };
  listen();
  const returnedTo = isReturn(page) ? (positions.get(shown) ?? null) : null;
  // The reader may scroll before the code is loaded.
  if (page.scrollY > 0) remember();
  return {
    start() {
      listen();
      takeOver();
    },
    stop() {
      for (const [name, listener] of listeners) page.removeEventListener(name, listener, heardFirst);
      page.history.scrollRestoration = 'auto';
    },
    /** The position for a page that was reloaded or come back to from another document, unless the browser restores it. */
    returnTo(): number | null {
      awaited = returnedTo;
      return awaited;
    },
    hasMoved: () => shown !== address(),
    /** A link to a part of the page was followed before the code ran, or `public/start.js` has scrolled to the page's target. */
    isAtTarget: () =>
      (page.location.hash !== '' && page.location.href !== (openingOf(page).name ?? page.location.href)) ||
      page.document.getElementById('root')?.dataset.scrolled !== undefined,
    /** Call once the page shows the address. Returns the position for Back or Forward. */
    arrive(): number | null {
      shown = address();
      isLeaving = false;
      awaited = isTraversal ? (positions.get(shown) ?? null) : null;
      return awaited;
    },
  };
}
