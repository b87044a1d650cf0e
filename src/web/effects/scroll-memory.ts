/** The part of `window` whose positions are remembered. */
export type RememberedPage = Pick<Window, 'scrollY' | 'addEventListener' | 'removeEventListener'> & {
  location: Pick<Location, 'pathname' | 'search'>;
  history: Pick<History, 'scrollRestoration'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
};

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
  let isTraversal = false;
  const remember = () => positions.set(shown, page.scrollY);
  const onTraversal = () => {
    isTraversal = true;
  };
  const onNavigation = () => {
    isTraversal = false;
  };
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
    /** Whether one has gone elsewhere before the page had come to life. */
    hasMoved: () => shown !== address(),
    /** The page shows the address now. Gives where one was here before; null unless one has come by back or forward. */
    arrive(): number | null {
      shown = address();
      return isTraversal ? (positions.get(shown) ?? null) : null;
    },
  };
}
