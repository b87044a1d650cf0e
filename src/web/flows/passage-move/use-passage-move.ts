import { useCallback, useMemo, useRef } from 'react';
import { createActor } from 'xstate';
import { passageMoveMachine } from '#machines/passage-move/passage-move.machine.ts';
import type { MovePlace } from '#machines/passage-move/passage-move.setup.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { type ActorOptions, useOwnActor } from '#web/hooks/use-own-actor.ts';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

/** Moves passages into the notes: dragged, or by a dialog. */
export function usePassageMove(put: (passageId: string, place: MovePlace) => void) {
  const { adapt } = useSite();
  const latest = useRef(put);
  latest.current = put;
  const create = useCallback(
    (options: ActorOptions) =>
      createActor(
        adapt(
          passageMoveMachine.provide({
            actions: {
              putPassage: (_, { passageId, place }) => {
                if (passageId !== null && place !== null) latest.current(passageId, place);
              },
            },
          }),
        ),
        options,
      ),
    [adapt],
  );
  const actor = useOwnActor(create);
  const snapshot = useSnapshot(actor);
  const commands = useMemo(
    () => ({
      lift: (passageId: string) => actor?.send({ type: 'passage.lifted', passageId }),
      reach: (place: MovePlace | null) => actor?.send({ type: 'place.reached', place }),
      drop: () => actor?.send({ type: 'passage.dropped' }),
      ask: (passageId: string) => actor?.send({ type: 'place.asked', passageId }),
      choose: (place: MovePlace) => actor?.send({ type: 'place.chosen', place }),
      cancel: () => actor?.send({ type: 'move.cancelled' }),
    }),
    [actor],
  );
  return {
    isCarried: snapshot?.matches('carried') ?? false,
    isChoosing: snapshot?.matches('choosing') ?? false,
    passageId: snapshot?.context.passageId ?? null,
    over: snapshot?.context.over ?? null,
    ...commands,
  };
}

export type PassageMove = ReturnType<typeof usePassageMove>;
