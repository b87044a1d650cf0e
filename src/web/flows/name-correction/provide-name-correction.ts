import { correctNames, undoCorrection } from '#contract/corrections.ts';
import { implement } from '#machines/kit/implement.ts';
import { nameCorrectionMachine } from '#machines/name-correction/name-correction.machine.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideNameCorrection(around: Surroundings): typeof nameCorrectionMachine {
  const { client, refreshTexts } = around;
  const { ended, toItsEnd } = followLeft({ ...around, refresh: refreshTexts });
  return implement(nameCorrectionMachine, ({ promise }) => ({
    ...promise('findHits', async ({ input: { campaignId, wrong, right }, signal }) => {
      if (campaignId === null) throw new ApiFailure('notFound');
      await ended(campaignId);
      const answer = await client.call(correctNames, {
        params: { campaignId },
        body: { wrong, right, dryRun: true },
        signal,
      });
      if (!('hits' in answer)) throw new ApiFailure('internal');
      return answer;
    }),
    ...promise('correctHits', async ({ input: { campaignId, chosen, kind, ...asked }, signal }) => {
      if (campaignId === null) throw new ApiFailure('notFound');
      const made = client.call(correctNames, {
        params: { campaignId },
        body: { ...asked, kind: kind ?? 'other', chosen: [...chosen], dryRun: false },
      });
      const answer = await toItsEnd(made, signal, campaignId);
      if ('hits' in answer) throw new ApiFailure('internal');
      return answer;
    }),
    ...promise('undoCorrection', ({ input: { campaignId, made }, signal }) => {
      if (campaignId === null || made === null) throw new ApiFailure('notFound');
      const undone = client.call(undoCorrection, { params: { correctionId: made.id } });
      return toItsEnd(undone, signal, campaignId);
    }),
  })).provide({ actions: { refreshTexts, leaveModal: () => around.closeModal('nameCorrection') } });
}

export const nameCorrection: Flow<typeof nameCorrectionMachine> = {
  provide: provideNameCorrection,
};
