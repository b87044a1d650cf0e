import { deletionMachine } from '#machines/deletion/deletion.machine.ts';
import { hasCode } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';

export interface Deleting {
  remove: () => Promise<unknown>;
  forgetDrafts: () => void;
}

/** What another tab has deleted is deleted, too. */
export function provideDeletion(effects: () => Deleting): typeof deletionMachine {
  return implement(deletionMachine, ({ promise }) =>
    promise('deleteRecord', async () => {
      const { remove, forgetDrafts } = effects();
      await remove().catch((error: unknown) => {
        if (!hasCode(error, 'notFound')) throw error;
      });
      forgetDrafts();
    }),
  );
}
