/** What Playwright's `page.clock.install()` leaves in the page. */
interface InstalledClock {
  controller: {
    runFor(milliseconds: number): Promise<void>;
    fastForward(milliseconds: number): Promise<void>;
  };
  builtins: { setTimeout: typeof setTimeout; Date: DateConstructor };
}

const { controller, builtins } = (window as unknown as { __pwClock: InstalledClock }).__pwClock;

/*
 * While a timer is called, and for a turn of the browser's own afterwards, the clock sets timers of no delay a millisecond
 * ahead. An answer that is read just then would wait for time that no step lets go by (react-query tells of it by such a
 * timer), so here they are due at once whenever they are set.
 */
if (!('_duringTick' in controller)) throw new Error('The clock of Playwright is made otherwise than it was.');
Object.defineProperty(controller, '_duringTick', { get: () => false, set: () => {} });

/**
 * Playwright's clock, turned from within the page: a whole step of a path is one question of the test then. Turned by
 * `page.clock.runFor`, it would also keep a script for later pages at every turn, thousands by the end of a path.
 */
export const pageClock = {
  /** Lets the browser do what is waiting: handlers, messages, the page's own rendering. */
  giveWay: () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    }),
  /** Waits by the browser's own clock. */
  reallyWait: (milliseconds: number) =>
    new Promise<void>((resolve) => {
      builtins.setTimeout(resolve, milliseconds);
    }),
  /** Milliseconds, by the browser's own clock. */
  reallyNow: () => builtins.Date.now(),
  /** Turns the clock; every timer is called at its time. */
  turn: (milliseconds: number): Promise<void> => controller.runFor(milliseconds),
  /** Sets the clock ahead: timers that would have been due in between are called once, at the end. */
  skip: (milliseconds: number): Promise<void> => controller.fastForward(milliseconds),
};
