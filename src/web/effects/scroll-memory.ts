/** The part of `window` whose positions are remembered. */
export type RememberedPage = Pick<Window, 'scrollY' | 'addEventListener' | 'removeEventListener'> & {
  location: Pick<Location, 'pathname' | 'search'>;
  history: Pick<History, 'scrollRestoration'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Says how the document was opened; absent outside of browsers. */
  performance?: Pick<Performance, 'getEntriesByType'>;
};

/** Whether the document was opened by Back, Forward or a reload. */
function isReturn({ performance }: RememberedPage): boolean {
  const [opened] = performance?.getEntriesByType?.('navigation') ?? [];
  const { type } = (opened ?? {}) as { type?: NavigationTimingType };
  return type === 'back_forward' || type === 'reload';
}

const key = 'hearthscribe.scrollPositions';

/** None where the storage is shut off. */
function readPositions(page: RememberedPage): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(page.sessionStorage.getItem(key) ?? '{}');
    return new Map(Object.entries(kept ?? {}).filter((entry) => typeof entry[1] === 'number'));
  } catch {
    return new Map();
  }
}

/**
 * Remembers how far down one was at each address, and whether one comes to it by back or forward (R2.20); over a
 * reload as well. What the browser does by itself comes before the page shows what it restores, so here it does
 * nothing; a document that is loaded anew is its own again.
 */
export function createScrollMemory(page: RememberedPage) {
  const address = () => page.location.pathname + page.location.search;
  const positions = readPositions(page);
  /** What the page shows: behind the address while the next place is still being drawn. */
  let shown = address();
  let isLeaving = false;
  let isTraversal = false;
  // While the next place is still to be drawn, the window moves because the one before goes.
  const remember = () => {
    if (shown === address()) positions.set(shown, page.scrollY);
  };
  // Heard before anything is drawn: this is where the reader was.
  const leave = (byTraversal: boolean) => {
    if (shown !== address() && !isLeaving) positions.set(shown, page.scrollY);
    isLeaving = shown !== address();
    isTraversal = byTraversal;
  };
  const onTraversal = () => leave(true);
  const onNavigation = () => leave(false);
  const takeOver = () => {
    page.history.scrollRestoration = 'manual';
  };
  const handBack = () => {
    page.history.scrollRestoration = 'auto';
    try {
      page.sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(positions)));
    } catch {
      // No room, or not allowed: then positions last as long as the document.
    }
  };
  // wouter tells of pushState and replaceState. Whoever hears of a step may show the next place at once: so this listens
  // from the beginning, before anyone else does.
  const heardFirst = { passive: true, capture: true };
  const listeners = [
    ['scroll', remember],
    ['popstate', onTraversal],
    ['pushState', onNavigation],
    ['replaceState', onNavigation],
    ['pageshow', takeOver],
    ['pagehide', handBack],
  ] as const;
  const listen = () => {
    for (const [name, listener] of listeners) page.addEventListener(name, listener, heardFirst);
  };
  listen();
  /** Where the reader was when this document was opened again; null: it was opened for the first time. */
  const returnedTo = isReturn(page) ? (positions.get(shown) ?? null) : null;
  // A page can be read before its code is there.
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
    /** Where the reader was when this document was opened again by Back, Forward or a reload; null otherwise. */
    returnedTo,
    /** Whether one has gone elsewhere before the page had come to life. */
    hasMoved: () => shown !== address(),
    /** The page shows the address now. Gives where one was here before; null unless one has come by back or forward. */
    arrive(): number | null {
      shown = address();
      isLeaving = false;
      return isTraversal ? (positions.get(shown) ?? null) : null;
    },
  };
}
