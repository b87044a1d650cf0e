import { useEffect } from 'react';
import { createActor } from 'xstate';
import { selectCopy, selectLines } from '#machines/prep-sheet/prep-sheet.selectors.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { type PrepSheetEffects, providePrepSheet } from './provide-prep-sheet.ts';

const start = ({ effects, adapt, options }: OwnMachine<PrepSheetEffects>) =>
  createActor(adapt(providePrepSheet(effects)), {
    ...options,
    input: { isPinned: effects().isPinned },
  });

export function usePrepSheet(effects: PrepSheetEffects) {
  const { snapshot, send } = useOwnMachine(start, effects);
  const { isPinned, begin } = effects;
  useEffect(() => send({ type: isPinned ? 'pin.found' : 'pin.lost' }), [send, isPinned]);
  return {
    lines: snapshot === undefined ? ('kept' as const) : selectLines(snapshot),
    draft: snapshot?.context.draft ?? null,
    failure: snapshot?.context.failure?.message ?? null,
    copy: snapshot === undefined ? ('unknown' as const) : selectCopy(snapshot),
    pinFailure: snapshot?.context.pinFailure?.message ?? null,
    type: (text: string) => {
      begin();
      send({ type: 'lines.typed', text });
    },
    leave: () => send({ type: 'lines.left' }),
    takeOthers: () => send({ type: 'lines.dropped' }),
    retry: () => send({ type: 'retry' }),
    pin: () => send({ type: 'pin.requested' }),
    unpin: () => send({ type: 'unpin.requested' }),
    putBack: () => send({ type: 'undo.requested' }),
    retryPin: () => send({ type: 'pin.retried' }),
  };
}
export type PrepSheetFlow = ReturnType<typeof usePrepSheet>;
