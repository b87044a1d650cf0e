import { implement } from '#machines/kit/implement.ts';
import { scrollToTargetMachine } from '#machines/scroll-to-target/scroll-to-target.machine.ts';
import { ownMoves } from '#web/effects/scroll-memory.ts';

export type ScrollPage = Pick<Window, 'scrollTo' | 'scrollY' | 'addEventListener' | 'removeEventListener'> & {
  document: Pick<Document, 'getElementById' | 'querySelector' | 'documentElement'>;
  matchMedia?: Window['matchMedia'];
  ResizeObserver?: typeof ResizeObserver;
};

/** Now, or once the page is tall enough, unless the reader scrolls first. */
function createPositionKeeper(page: ScrollPage) {
  let stop = () => {};
  return {
    stop: () => stop(),
    keep(top: number): void {
      stop();
      const isThere = () => {
        page.scrollTo({ top, behavior: 'instant' });
        return page.scrollY >= Math.floor(top);
      };
      if (isThere() || page.ResizeObserver === undefined) return;
      const observer = new page.ResizeObserver(() => isThere() && stop());
      stop = () => {
        observer.disconnect();
        for (const name of ownMoves) page.removeEventListener(name, stop);
        stop = () => {};
      };
      for (const name of ownMoves) page.addEventListener(name, stop, { passive: true });
      observer.observe(page.document.documentElement);
    },
  };
}

export function provideScrollToTarget(page: ScrollPage): typeof scrollToTargetMachine {
  const jump = (top: number) => page.scrollTo({ top, behavior: 'instant' });
  const keeper = createPositionKeeper(page);
  let found: Element | null = null;
  return implement(scrollToTargetMachine, ({ promise }) =>
    promise('findTarget', async ({ input }) => {
      found = page.document.getElementById(input.target);
      if (found === null) return null;
      return {
        top: found.getBoundingClientRect().top + page.scrollY,
        barHeight: page.document.querySelector('header')?.getBoundingClientRect().height ?? 0,
      };
    }),
  ).provide({
    actions: {
      scrollSmoothly: (_, { top }) => {
        keeper.stop();
        if (page.matchMedia?.('(prefers-reduced-motion: reduce)').matches) jump(top);
        else page.scrollTo({ top, behavior: 'smooth' });
        focusHeadingOf(found);
      },
      restorePosition: (_, { top }) => keeper.keep(top),
      scrollToTop: () => {
        keeper.stop();
        jump(0);
      },
    },
  });
}

function focusHeadingOf(target: Element | null): void {
  const heading = target?.querySelector<HTMLElement>('h1, h2, h3');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
