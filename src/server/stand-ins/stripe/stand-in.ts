import type { App } from '#server/http/mount.ts';
import { type ControlDependencies, createControls } from './controls.ts';
import type { Deliver } from './deliveries.ts';
import type { Reach } from './pages/guard.ts';
import { createPages } from './pages/routes.ts';

export type { Deliver } from './deliveries.ts';
export { StandInError } from './errors.ts';

export interface StandInDependencies extends ControlDependencies {
  reach?: Reach;
  ticks?: boolean;
}

export type StandIn = ReturnType<typeof createStandIn>;

export function createStandIn(deps: StandInDependencies) {
  const { reach = 'this machine' } = deps;
  const { controls, run, ticks } = createControls(deps);

  return {
    ...controls,
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
