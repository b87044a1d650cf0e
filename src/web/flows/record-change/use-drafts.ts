import { useMemo } from 'react';
import type { Proposal } from '#contract/proposals.ts';
import { formDrafts } from '#web/effects/form-drafts.ts';
import { useAppIfLoaded } from '#web/hooks/site-provider.tsx';

/** Where the new campaign form keeps its draft. The code that creates the campaign deletes it. */
export const newCampaign = 'new campaign';

/** Where what is chosen for a shared recording is kept. The code that uses it deletes it. */
export const incomingForm = 'incoming';

/** Where what a language model is to change is kept, until the server has it. */
export const instructionForm = (sessionId: string) => `instruction ${sessionId}`;

/** Where what a user thinks is kept, until the server has it. */
export const feedbackForm = 'feedback';

/** Where what a game master makes of a suggestion is kept, until it is decided. @param target whose suggestions are listed */
export const suggestionForm = (
  target: { readonly id: string } | null,
  { id, session }: Pick<Proposal, 'id' | 'session'>,
) => `suggestion ${session?.id ?? target?.id} ${id}`;

const nothing: ReturnType<typeof formDrafts> = {
  read: () => null,
  keep: () => true,
  isOnlyHere: () => false,
  forgetAbout: () => {},
};

/** Pages without an account part keep nothing. */
export function useDrafts() {
  const app = useAppIfLoaded();
  return useMemo(
    () =>
      app === null
        ? nothing
        : formDrafts(app.storage, () => app.flows.get('auth')?.getSnapshot().context.user?.userId ?? null),
    [app],
  );
}
