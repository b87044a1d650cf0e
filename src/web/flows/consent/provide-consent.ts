import { recordOf } from '#contract/unknown-values.ts';
import { visitFacts } from '#contract/visit.ts';
import { consentMachine } from '#machines/consent/consent.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';

/** Increase when the banner's text changes, to ask everyone again. */
const wording = 1;

function questionOf(settings: unknown): string | null {
  const kinds = Object.entries(settings ?? {}).flatMap(([kind, one]) => (one === null ? [] : [kind]));
  return kinds.length === 0 ? null : `${wording} ${kinds.join(' ')}`;
}

export interface PrivacySignals {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
}

interface ConsentEffects {
  calls: PlainCalls;
  storage: Storage;
  signals: PrivacySignals;
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  learn: (settings: unknown) => Promise<void>;
  learnsAlways: boolean;
  startTracking: () => void;
  stopTracking: () => void;
}

export function provideConsent(effects: ConsentEffects): typeof consentMachine {
  const { storage, page, signals } = effects;
  let question: string | null = null;
  return implement(consentMachine, ({ promise, callback }) => ({
    ...promise('readSurroundings', async ({ signal }) => {
      const settings = await effects.calls.json('/trackers.json', { signal });
      question = questionOf(settings);
      if (question !== null || effects.learnsAlways) await effects.learn(settings);
      return {
        question,
        kept: readFact(storage, visitFacts.consent),
        isOptedOut: signals.globalPrivacyControl === true || signals.doNotTrack === '1',
      };
    }),
    ...callback('watchOtherTabs', ({ send }) => {
      const listen = (event: Event) => {
        const { key } = recordOf(event);
        if (key !== visitFacts.consent.key && key !== null) return;
        const kept = readFact(storage, visitFacts.consent);
        send({ type: 'choice.heard', choice: kept?.question === question ? (kept?.choice ?? null) : null });
      };
      page.addEventListener('storage', listen);
      return () => page.removeEventListener('storage', listen);
    }),
  })).provide({
    actions: {
      keepChoice: (_, { choice, question: asked }) => {
        if (asked !== null) writeFact(storage, visitFacts.consent, { choice, question: asked });
      },
      startTracking: effects.startTracking,
      stopTracking: effects.stopTracking,
    },
  });
}
