import { type CastChange, changeCast, readCast, undoCast } from '#contract/speakers.ts';
import { changeVoices } from '#contract/voice-changes.ts';
import { changeVoiceMemory } from '#contract/voice-memory.ts';
import { implement } from '#machines/kit/implement.ts';
import { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import type { CastPlace } from '#machines/speaker-mapping/speaker-mapping.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { formDrafts } from '#web/effects/form-drafts.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { castForm, newPerson } from './cast-form.ts';

function provideSpeakerMapping(around: Surroundings): typeof speakerMappingMachine {
  const { client, refreshTexts } = around;
  const { ended, toItsEnd } = followLeft({ ...around, refresh: refreshTexts });
  const drafts = formDrafts(around.storage, around.userId);
  const forgetForm = ({ campaignId, session }: CastPlace, change: CastChange) => {
    if (change.kind === 'assign') drafts.keep(castForm(campaignId, session, change.label), null);
    if (change.kind === 'save') drafts.keep(castForm(campaignId, null, change.personId ?? newPerson), null);
    if (change.kind === 'remove') drafts.forgetAbout([change.personId]);
  };
  const sheetOf = async ({ campaignId, session }: CastPlace, signal: AbortSignal) => {
    if (campaignId === null) throw new ApiFailure('notFound');
    await ended(campaignId);
    return client.call(readCast, {
      params: { campaignId },
      query: session === null ? {} : { sessionId: session.id },
      signal,
    });
  };

  return implement(speakerMappingMachine, ({ promise }) => ({
    ...promise('readCast', ({ input, signal }) => sheetOf(input, signal)),
    ...promise('changeVoices', async ({ input: { transcriptId, change, ...place }, signal }) => {
      if (transcriptId === null || change === null) throw new ApiFailure('notFound');
      const made = client.call(changeVoices, { params: { transcriptId }, body: { change } });
      await toItsEnd(made, signal, place.campaignId ?? '');
      return sheetOf(place, signal);
    }),
    ...promise('changeMemory', async ({ input: { change, ...place }, signal }) => {
      const { campaignId } = place;
      if (campaignId === null || change === null) throw new ApiFailure('notFound');
      const made = client.call(changeVoiceMemory, { params: { campaignId }, body: { change } });
      await toItsEnd(made, signal, campaignId);
      return sheetOf(place, signal);
    }),
    ...promise('changeCast', async ({ input: { campaignId, session, revision, change }, signal }) => {
      if (campaignId === null || change === null) throw new ApiFailure('notFound');
      const made = client.call(changeCast, {
        params: { campaignId },
        headers: { 'if-match': `"${revision}"` },
        body: { sessionId: session?.id ?? null, change },
      });
      const sheet = await toItsEnd(made, signal, campaignId);
      forgetForm({ campaignId, session }, change);
      return sheet;
    }),
    ...promise('undoCast', ({ input: { campaignId, session, revision }, signal }) => {
      if (campaignId === null) throw new ApiFailure('notFound');
      const made = client.call(undoCast, {
        params: { campaignId },
        headers: { 'if-match': `"${revision}"` },
        body: { sessionId: session?.id ?? null },
      });
      return toItsEnd(made, signal, campaignId);
    }),
  })).provide({ actions: { refreshTexts, leaveModal: () => around.closeModal('speakerMapping') } });
}

export const speakerMapping: Flow<typeof speakerMappingMachine> = {
  provide: provideSpeakerMapping,
};
