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
 * While a timer runs, and for one real turn afterward, the clock sets timers without delay a millisecond
 * ahead. An answer read just then would wait for time that no step lets pass (react-query reports it by such
 * a timer), so here they are always due at once.
 */
if (!('_duringTick' in controller)) throw new Error('The clock of Playwright is made otherwise than it was.');
Object.defineProperty(controller, '_duringTick', { get: () => false, set: () => {} });

/**
 * Playwright's clock, advanced from within the page, so that a step of a path is a single call.
 * `page.clock.runFor` would also keep a script for later pages on every call, thousands by the end of a path.
 */
export const pageClock = {
  /** Lets the browser run what is pending: handlers, messages, the page's rendering. */
  giveWay: () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    }),
  /** Waits in real time. */
  reallyWait: (milliseconds: number) =>
    new Promise<void>((resolve) => {
      builtins.setTimeout(resolve, milliseconds);
    }),
  /** Real time in milliseconds. */
  reallyNow: () => builtins.Date.now(),
  /** Advances the clock; every timer runs at its time. */
  turn: (milliseconds: number): Promise<void> => controller.runFor(milliseconds),
  /** Sets the clock ahead: timers due in between run once, at the end. */
  skip: (milliseconds: number): Promise<void> => controller.fastForward(milliseconds),
};
