import { useLayoutEffect, useState } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import type { clipboardMachine } from '#machines/clipboard/clipboard.machine.ts';
import { selectCopyFailure, selectIsCopied } from '#machines/clipboard/clipboard.selectors.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';
import { provideClipboard } from './provide-clipboard.ts';

export function useCopy() {
  const { dependencies, clock, inspect, adapt } = useSite();
  const [actor, setActor] = useState<ActorRefFrom<typeof clipboardMachine>>();
  // Strict mode restarts effects, which a stopped actor cannot.
  useLayoutEffect(() => {
    const made = createActor(
      adapt(provideClipboard((text) => dependencies.page.navigator.clipboard.writeText(text))),
      { clock, ...(inspect === undefined ? {} : { inspect }) },
    );
    setActor(made.start());
    return () => void made.stop();
  }, [dependencies, clock, inspect, adapt]);
  const snapshot = useSnapshot(actor);
  return {
    isCopied: snapshot !== undefined && selectIsCopied(snapshot),
    failure: snapshot === undefined ? null : selectCopyFailure(snapshot),
    copy: (text: string) => actor?.send({ type: 'copy.requested', text }),
  };
}
