import { useCallback, useEffect, useMemo, useRef } from 'react';
import { createActor } from 'xstate';
import { storedNextSteps } from '#contract/stored-steps.ts';
import { nextStepsMachine } from '#machines/next-steps/next-steps.machine.ts';
import { selectNextSteps } from '#machines/next-steps/next-steps.selectors.ts';
import type { NextStep } from '#machines/next-steps/next-steps.setup.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { type ActorOptions, useOwnActor } from '#web/hooks/use-own-actor.ts';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

export type { NextStep };

interface Places {
  sessionId: string;
  open: (step: NextStep) => void;
  /** Whether the place of a step covers the page. */
  isOpen: boolean;
}

/** The five steps of a session, as this browser remembers them. */
export function useNextSteps({ sessionId, open, isOpen }: Places) {
  const { adapt, storage } = useApp();
  const userId = useAuth().user?.userId ?? '';
  const opens = useRef(open);
  opens.current = open;
  const create = useCallback(
    (options: ActorOptions) => {
      const fact = storedNextSteps(userId, sessionId);
      return createActor(
        adapt(
          nextStepsMachine.provide({
            actions: {
              openPlace: (_, { step }) => opens.current(step),
              remember: (_, steps) => writeFact(storage, fact, steps),
            },
          }),
        ),
        { ...options, input: readFact(storage, fact) ?? { done: [], skipped: [], isPutAway: false } },
      );
    },
    [adapt, storage, userId, sessionId],
  );
  const actor = useOwnActor(create);
  const snapshot = useSnapshot(actor);
  const isVisiting = snapshot?.matches('visiting') ?? false;
  useEffect(() => {
    if (isVisiting && !isOpen) actor?.send({ type: 'place.left' });
  }, [isVisiting, isOpen, actor]);
  const commands = useMemo(
    () => ({
      open: (step: NextStep) => actor?.send({ type: 'step.opened', step }),
      skip: (step: NextStep) => actor?.send({ type: 'step.skipped', step }),
      putAway: () => actor?.send({ type: 'bar.putAway' }),
      recall: () => actor?.send({ type: 'bar.recalled' }),
    }),
    [actor],
  );
  return { shown: snapshot === undefined ? null : selectNextSteps(snapshot), ...commands };
}
