import { type Creation, creationMachine } from '#machines/creation/creation.machine.ts';
import { implement } from '#machines/kit/implement.ts';

/** @param create creates it and opens its page */
export function provideCreation(create: () => (creation: Creation) => Promise<void>): typeof creationMachine {
  return implement(creationMachine, ({ promise }) => promise('create', ({ input }) => create()(input)));
}
