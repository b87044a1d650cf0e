import { tourMachine } from '#machines/tour/tour.machine.ts';

/** The effects of the hints. */
export function provideTour({ rememberSeen }: { rememberSeen: () => void }): typeof tourMachine {
  return tourMachine.provide({ actions: { rememberSeen } });
}
