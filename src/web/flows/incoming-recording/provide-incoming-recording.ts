import { type Campaign, createCampaign } from '#contract/campaigns.ts';
import { arrivalProblemOf } from '#contract/incoming-recordings.ts';
import { createSession } from '#contract/sessions.ts';
import { incomingRecordingMachine } from '#machines/incoming-recording/incoming-recording.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { formDrafts } from '#web/effects/form-drafts.ts';
import { packRecordings } from '#web/effects/pack-recordings.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import { campaignPath, campaignPlaceOf } from '#web/hooks/paths.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { incomingForm } from '../record-change/use-drafts.ts';
import { openIncoming } from './open-incoming.ts';
import { receiveShares } from './receive-shares.ts';

const gone = {
  code: 'incomingGone',
  message: 'This recording is no longer in this browser. Share it from the other app again.',
};

function provideIncomingRecording(effects: Surroundings): typeof incomingRecordingMachine {
  const { client, files } = effects;
  receiveShares(effects.page.navigator.serviceWorker);
  const forgetForm = () => formDrafts(effects.storage, effects.userId).keep(incomingForm, null);
  return implement(incomingRecordingMachine, ({ callback, promise }) => ({
    ...promise('findIncoming', async () => (await openIncoming())?.find() ?? null),
    ...promise('createCampaign', async ({ input: { title }, signal }) => {
      const made = await client.call(createCampaign, { body: { title }, signal });
      // If the session then fails, the form finds it there although the list cannot be read again.
      effects.queryClient.setQueryData<Campaign[]>(
        keyOf('listCampaigns'),
        (known) => known && [made, ...known],
      );
      forgetForm();
      effects.refreshTexts();
      return { campaignId: made.id };
    }),
    ...promise('createSession', async ({ input: { campaignId }, signal }) => {
      const { id } = await client.call(createSession, { params: { campaignId }, body: {}, signal });
      forgetForm();
      effects.refreshTexts();
      return { sessionId: id };
    }),
    ...promise('takeFile', async ({ input: { key, place } }) => {
      const incoming = await openIncoming();
      const [first, ...more] = (await incoming?.files(key)) ?? [];
      if (first === undefined) throw gone;
      const { campaignId = null, sessionId = null } = place ?? {};
      if (campaignId !== null && sessionId !== null) await incoming?.intend(key, { campaignId, sessionId });
      forgetForm();
      return files.keep(more.length === 0 ? first : packRecordings([first, ...more]));
    }),
    ...callback('upload', ({ input: { place, file }, send }) => {
      if (place?.sessionId == null || file === null) throw new Error('There is nothing to upload.');
      return effects.uploadFile(place.sessionId, file, (end) => send({ type: `upload.${end}` }));
    }),
    ...promise('removeIncoming', async ({ input: { key } }) => (await openIncoming())?.remove(key)),
  })).provide({
    actions: {
      showSession: (_, { place }) => effects.navigate(campaignPath(place ?? {})),
      forgetAddress: () => {
        const { pathname, search } = effects.page.location;
        const isList = pathname === campaignPath({}) && campaignPlaceOf(search).campaignId === null;
        if (isList) effects.navigate(pathname, { replace: true });
      },
    },
  });
}

export const incomingRecording: Flow<typeof incomingRecordingMachine> = {
  provide: provideIncomingRecording,
  onArrival: (_, { page }) => ({ type: 'user.arrived', problem: arrivalProblemOf(page.location.search) }),
};
