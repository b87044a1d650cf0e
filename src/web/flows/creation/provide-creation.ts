import { type Creation, creationMachine } from '#machines/creation/creation.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';

/** @param create creates it and opens its page */
export function provideCreation(create: () => (creation: Creation) => Promise<void>): typeof creationMachine {
  return provideActors(
    creationMachine,
    implement(creationMachine).promise('create', ({ input }) => create()(input)),
  );
}
