import { tourMachine } from '#machines/tour/tour.machine.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

export const tour: Flow<typeof tourMachine> = {
  provide: (around) =>
    tourMachine.provide({
      actions: { rememberSeen: () => around.changePreferences({ tour_seen: true }) },
    }),
};
