/** The current time, as a dependency, so that tests can simulate it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
