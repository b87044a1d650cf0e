import { useMemo } from 'react';
import { createActor } from 'xstate';
import { passageMoveMachine } from '#machines/passage-move/passage-move.machine.ts';
import type { MovePlace } from '#machines/passage-move/passage-move.setup.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';

type Put = (passageId: string, place: MovePlace) => void;

const create = ({ effects, adapt, options }: OwnMachine<Put>) =>
  createActor(
    adapt(
      passageMoveMachine.provide({
        actions: {
          putPassage: (_, { passageId, place }) => {
            if (passageId !== null && place !== null) effects()(passageId, place);
          },
        },
      }),
    ),
    options,
  );

/** Moves passages into the notes: dragged, or by a dialog. */
export function usePassageMove(put: Put) {
  const { snapshot, send } = useOwnMachine(create, put);
  const commands = useMemo(
    () => ({
      lift: (passageId: string) => send({ type: 'passage.lifted', passageId }),
      reach: (place: MovePlace | null) => send({ type: 'place.reached', place }),
      drop: () => send({ type: 'passage.dropped' }),
      ask: (passageId: string) => send({ type: 'place.asked', passageId }),
      choose: (place: MovePlace) => send({ type: 'place.chosen', place }),
      cancel: () => send({ type: 'move.cancelled' }),
    }),
    [send],
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
