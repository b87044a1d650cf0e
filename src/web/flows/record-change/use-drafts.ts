import { useMemo } from 'react';
import { storedDraft } from '#contract/stored-forms.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { useAppIfLoaded } from '#web/hooks/site-provider.tsx';

export type KeptDraft = ReturnType<ReturnType<typeof storedDraft>['read']>;

/** Where the new campaign form keeps its draft. The code that creates the campaign deletes it. */
export const newCampaign = 'new campaign';

/** Forms that are not saved, by place, in this browser; of the user who is signed in, and none without one. */
export function useDrafts() {
  const app = useAppIfLoaded();
  return useMemo(() => {
    const factAt = (place: string) => {
      const user = app?.flows.get('auth')?.getSnapshot().context.user;
      return user == null ? null : storedDraft(user.userId, place);
    };
    return {
      read(place: string): KeptDraft | null {
        const fact = factAt(place);
        return app === null || fact === null ? null : readFact(app.storage, fact);
      },
      /** Null forgets it. */
      keep(place: string, draft: KeptDraft | null): void {
        const fact = factAt(place);
        if (app === null || fact === null) return;
        // First, so that a full browser keeps no older text.
        app.storage.removeItem(fact.key);
        if (draft !== null) writeFact(app.storage, fact, draft);
      },
    };
  }, [app]);
}
