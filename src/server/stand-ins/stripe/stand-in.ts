import type { App } from '#server/http/mount.ts';
import { type ControlDependencies, createControls } from './controls.ts';
import type { Deliver } from './deliveries.ts';
import type { Reach } from './pages/guard.ts';
import { createPages } from './pages/routes.ts';

export type { Deliver, DeliverOptions } from './deliveries.ts';
export { StandInError } from './errors.ts';
export { standInPrices } from './objects/catalogue.ts';

export interface StandInDependencies extends ControlDependencies {
  /** Who can open the pages, on which everyone can give themselves credits. */
  reach?: Reach;
  /** Whether time passes and events are delivered automatically; tests use `advance` and `deliver`. */
  ticks?: boolean;
}

/** The embedded stand-in for Stripe: no real money. */
export type StandIn = ReturnType<typeof createStandIn>;

export function createStandIn(deps: StandInDependencies) {
  const { reach = 'this machine' } = deps;
  const { controls, run, ticks } = createControls(deps);

  return {
    ...controls,
    /** Mounts the pages at /dev/billing. */
    mount(app: App): void {
      createPages({ standIn: controls, run, reach })(app);
    },
    start(deliver: Deliver): void {
      controls.setDeliver(deliver);
      if (deps.ticks ?? true) ticks.start();
    },
    stop: (): Promise<void> => ticks.stop(),
  };
}
