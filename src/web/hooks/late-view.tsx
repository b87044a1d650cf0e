import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useApp } from './site-provider.tsx';

export const partNotLoaded = 'Part of the page could not be loaded. Please check your connection.';

export type LateView<Props> = ComponentType<Props> & {
  prefetch(): Promise<void>;
};

interface LateViewOptions {
  meanwhile?: ReactNode;
  /** Of the late part. */
  readsFlows?: boolean;
}

/** Loads the view and its flows when it is first shown; offers to retry if that fails. */
export function lateView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = null, readsFlows = true }: LateViewOptions = {},
): LateView<Props> {
  let View: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  function prefetch(): Promise<void> {
    loading ??= load().then(
      (loaded) => {
        View = loaded;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function Late(props: Props) {
    const { latePart } = useApp();
    const hasFlows = useSyncExternalStore(latePart.subscribe, latePart.get) || !readsFlows;
    const [status, setStatus] = useState<'loading' | 'loaded' | 'failed'>('loading');
    const isThere = View !== null && hasFlows;
    useEffect(() => {
      if (isThere || status !== 'loading') return;
      let isWanted = true;
      Promise.all([prefetch(), readsFlows ? latePart.load() : null]).then(
        () => isWanted && setStatus('loaded'),
        () => isWanted && setStatus('failed'),
      );
      return () => {
        isWanted = false;
      };
    }, [isThere, status, latePart]);
    if (View !== null && hasFlows) return <View {...props} />;
    return status === 'failed' ? <NotLoaded onRetry={() => setStatus('loading')} /> : meanwhile;
  }
  return Object.assign(Late, { prefetch });
}

export function WithLatePart({ children }: { children: ReactNode }) {
  const { latePart } = useApp();
  return useSyncExternalStore(latePart.subscribe, latePart.get) ? children : null;
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Notice kind="error">{partNotLoaded}</Notice>
      <div className="button-row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </>
  );
}
