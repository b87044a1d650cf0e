import { changeCast, readCast, undoCast } from '#contract/speakers.ts';
import { changeVoices } from '#contract/voice-changes.ts';
import { changeVoiceMemory } from '#contract/voice-memory.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import type { CastPlace } from '#machines/speaker-mapping/speaker-mapping.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideSpeakerMapping(effects: {
  client: Pick<ApiClient, 'call'>;
  refreshTexts: () => void;
  leaveModal: () => void;
}): typeof speakerMappingMachine {
  const { client, refreshTexts, leaveModal } = effects;
  const { promise } = implement(speakerMappingMachine);
  const sheetOf = ({ campaignId, session }: CastPlace, signal: AbortSignal) => {
    if (campaignId === null) throw new ApiFailure('notFound');
    return client.call(readCast, {
      params: { campaignId },
      query: session === null ? {} : { sessionId: session.id },
      signal,
    });
  };

  return provideActors(speakerMappingMachine, {
    ...promise('readCast', ({ input, signal }) => sheetOf(input, signal)),
    ...promise('changeVoices', async ({ input: { transcriptId, change, ...place }, signal }) => {
      if (transcriptId === null || change === null) throw new ApiFailure('notFound');
      await client.call(changeVoices, { params: { transcriptId }, body: { change }, signal });
      return sheetOf(place, signal);
    }),
    ...promise('changeMemory', async ({ input: { change, ...place }, signal }) => {
      const { campaignId } = place;
      if (campaignId === null || change === null) throw new ApiFailure('notFound');
      await client.call(changeVoiceMemory, { params: { campaignId }, body: { change }, signal });
      return sheetOf(place, signal);
    }),
    ...promise('changeCast', ({ input: { campaignId, session, revision, change }, signal }) => {
      if (campaignId === null || change === null) throw new ApiFailure('notFound');
      return client.call(changeCast, {
        params: { campaignId },
        headers: { 'if-match': `"${revision}"` },
        body: { sessionId: session?.id ?? null, change },
        signal,
      });
    }),
    ...promise('undoCast', ({ input: { campaignId, session, revision }, signal }) => {
      if (campaignId === null) throw new ApiFailure('notFound');
      return client.call(undoCast, {
        params: { campaignId },
        headers: { 'if-match': `"${revision}"` },
        body: { sessionId: session?.id ?? null },
        signal,
      });
    }),
  }).provide({ actions: { refreshTexts, leaveModal } });
}

export const speakerMapping: Flow<typeof speakerMappingMachine> = {
  provide: (around) =>
    provideSpeakerMapping({ ...around, leaveModal: () => around.closeModal('speakerMapping') }),
};
