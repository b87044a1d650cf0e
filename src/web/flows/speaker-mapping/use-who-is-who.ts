import type { CastPlace } from '#machines/speaker-mapping/speaker-mapping.setup.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';

const opened = (campaignId: string, session: CastPlace['session']) =>
  ({ type: 'cast.opened', campaignId, session }) as const;

export const useWhoIsWho = () => useOpener('speakerMapping', opened);
