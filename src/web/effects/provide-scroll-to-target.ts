import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { scrollToTargetMachine } from '#machines/scroll-to-target/scroll-to-target.machine.ts';

/** The part of `window` that scrolls. */
export type ScrollPage = Pick<Window, 'scrollTo' | 'scrollY' | 'addEventListener' | 'removeEventListener'> & {
  location: Pick<Location, 'pathname' | 'search'>;
  document: Pick<Document, 'getElementById' | 'querySelector'>;
  /** Absent outside of browsers. */
  matchMedia?: Window['matchMedia'];
};

/** The scroll-to-target chart with its effects. */
export function provideScrollToTarget(page: ScrollPage): typeof scrollToTargetMachine {
  const jump = (top: number) => page.scrollTo({ top, behavior: 'instant' });
  return provideActors(
    scrollToTargetMachine,
    implement(scrollToTargetMachine).promise('findTarget', async ({ input }) => {
      const element = page.document.getElementById(input.target);
      if (element === null) return null;
      return {
        top: element.getBoundingClientRect().top + page.scrollY,
        // The navigation bar sticks to the top of the window.
        barHeight: page.document.querySelector('header')?.getBoundingClientRect().height ?? 0,
      };
    }),
  ).provide({
    actions: {
      scrollSmoothly: (_, { top }) => {
        if (page.matchMedia?.('(prefers-reduced-motion: reduce)').matches) jump(top);
        else page.scrollTo({ top, behavior: 'smooth' });
      },
      restorePosition: (_, { top }) => jump(top),
      scrollToTop: () => jump(0),
    },
  });
}

/** Remembers how far down one was at each address, and whether one comes to it by back or forward (R2.20). */
export function createScrollMemory(page: ScrollPage) {
  const positions = new Map<string, number>();
  let isTraversal = false;
  const remember = () => positions.set(page.location.pathname + page.location.search, page.scrollY);
  const onTraversal = () => {
    isTraversal = true;
  };
  const onNavigation = () => {
    isTraversal = false;
  };
  // wouter tells of the last two.
  const listeners = [
    ['scroll', remember],
    ['popstate', onTraversal],
    ['pushState', onNavigation],
    ['replaceState', onNavigation],
  ] as const;
  return {
    start() {
      for (const [name, listener] of listeners) page.addEventListener(name, listener, { passive: true });
    },
    stop() {
      for (const [name, listener] of listeners) page.removeEventListener(name, listener);
    },
    /** Where one was here before; null unless one has come by back or forward. */
    saved(): number | null {
      if (!isTraversal) return null;
      return positions.get(page.location.pathname + page.location.search) ?? null;
    },
  };
}
