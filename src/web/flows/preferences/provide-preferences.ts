import { defaultPreferences, getPreferences, putPreferences } from '#contract/preferences.ts';
import { storedPreferences } from '#contract/stored.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { implement } from '#machines/kit/implement.ts';
import { preferencesMachine } from '#machines/preferences/preferences.machine.ts';
import { effectivePreferences } from '#machines/preferences/preferences.setup.ts';
import { keepTheme } from '#web/effects/kept-theme.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { applyTheme } from '#web/ui/theme.ts';

function providePreferences({ client, storage, page }: Surroundings): typeof preferencesMachine {
  return implement(preferencesMachine, ({ promise, callback }) => ({
    ...promise('getPreferences', ({ input, signal }) =>
      client.call(getPreferences, { params: { userId: input.userId }, signal }),
    ),
    ...promise('putPreferences', ({ input, signal }) =>
      client.call(putPreferences, { params: { userId: input.userId }, body: input.preferences, signal }),
    ),
    ...callback('watchCache', ({ input, send }) => {
      const fact = storedPreferences(input.userId);
      const listen = (event: Event) => {
        if (recordOf(event).key !== fact.key) return;
        const preferences = readFact(storage, fact);
        if (preferences !== null) send({ type: 'cache.changed', preferences });
      };
      const retry = () => send({ type: 'retry' });
      page.addEventListener('storage', listen);
      page.addEventListener('online', retry);
      return () => {
        page.removeEventListener('storage', listen);
        page.removeEventListener('online', retry);
      };
    }),
  })).provide({
    actions: {
      cachePreferences: ({ context: { userId, base } }) => {
        if (userId !== null && base !== null) writeFact(storage, storedPreferences(userId), base);
      },
      applyPreferences: ({ context }) => {
        const theme = effectivePreferences(context)?.theme ?? 'system';
        keepTheme(storage, theme);
        applyTheme(theme, page.document.documentElement);
      },
    },
  });
}

export const preferences: Flow<typeof preferencesMachine> = {
  provide: providePreferences,
  onArrival: ({ user: { userId } }, { storage }) => ({
    type: 'user.arrived',
    userId,
    cached: readFact(storage, storedPreferences(userId)) ?? defaultPreferences,
  }),
};
