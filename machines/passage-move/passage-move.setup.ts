import { assign, setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** A section of the game master's own notes; it is made if the notes have none with this key. */
export interface MovePlace {
  readonly key: string;
  readonly title: string;
}

interface PassageMoveContext {
  readonly passageId: string | null;
  /** Where the passage is put if it is dropped now. */
  readonly over: MovePlace | null;
}

type PassageMoveEvent =
  | { type: 'passage.lifted'; passageId: string }
  | { type: 'place.reached'; place: MovePlace | null }
  | { type: 'passage.dropped' }
  | { type: 'place.asked'; passageId: string }
  | { type: 'place.chosen'; place: MovePlace }
  | { type: 'move.cancelled' };

type Move = { passageId: string | null; place: MovePlace | null };

export const passageMoveSetup = setup({
  types: {} as { context: PassageMoveContext; events: PassageMoveEvent; tags: Tag },
  actions: {
    putPassage: notProvidedAction<Move>('putPassage'),
    keepPassage: assign({ passageId: (_, params: { passageId: string }) => params.passageId }),
    keepPlace: assign({ over: (_, params: { place: MovePlace | null }) => params.place }),
    forgetMove: assign({ passageId: null, over: null }),
  },
  guards: {
    isElsewhere: ({ context }, params: { place: MovePlace | null }) =>
      context.over?.key !== params.place?.key,
    isOverPlace: ({ context }) => context.over !== null,
  },
});
