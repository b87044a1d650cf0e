import { useActor } from '@xstate/react';
import { useState } from 'react';
import { selectCopyFailure, selectIsCopied } from '#machines/clipboard/clipboard.selectors.ts';
import { provideClipboard } from '#web/effects/provide-clipboard.ts';
import { useSite } from './site-provider.tsx';

/** Copies a text (R9.8, R8.10): one flow for each time it is mounted. */
export function useCopy() {
  const { dependencies, clock, inspect } = useSite();
  const [machine] = useState(() =>
    provideClipboard((text) => dependencies.page.navigator.clipboard.writeText(text)),
  );
  const [snapshot, send] = useActor(machine, {
    clock,
    ...(inspect === undefined ? {} : { inspect }),
  });
  return {
    isCopied: selectIsCopied(snapshot),
    failure: selectCopyFailure(snapshot),
    copy: (text: string) => send({ type: 'copy.requested', text }),
  };
}
