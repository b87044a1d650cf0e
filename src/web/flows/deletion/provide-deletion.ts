import { deletionMachine } from '#machines/deletion/deletion.machine.ts';
import { hasCode } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';

/** What another tab has deleted is deleted, too. */
export function provideDeletion(remove: () => () => Promise<unknown>): typeof deletionMachine {
  return provideActors(
    deletionMachine,
    implement(deletionMachine).promise('deleteRecord', async () => {
      await remove()().catch((error: unknown) => {
        if (!hasCode(error, 'notFound')) throw error;
      });
    }),
  );
}
