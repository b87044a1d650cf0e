import { tourMachine } from '#machines/tour/tour.machine.ts';

export function provideTour({ rememberSeen }: { rememberSeen: () => void }): typeof tourMachine {
  return tourMachine.provide({ actions: { rememberSeen } });
}
