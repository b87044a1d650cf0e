import { Component, type ComponentType, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { lazily, loadCount, NotLoaded, subscribeToLoads } from './lazily.ts';

export const partNotLoaded = 'Part of the page could not be loaded. Please check your connection.';

type LateView<Props> = ComponentType<Props> & {
  prefetch(): Promise<unknown>;
};

const views = new Set<() => Promise<unknown>>();

/** For a test that does not wait: those of the modules that are loaded, and those that these bring. */
export async function loadEveryView(): Promise<void> {
  const known = views.size;
  await Promise.all([...views].map((load) => load()));
  if (views.size > known) await loadEveryView();
}

/** Loads the view when it is first shown; until its flows are loaded, too, shows `meanwhile`. Offers to retry if that fails. */
export function lateView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = null }: { meanwhile?: ReactNode } = {},
): LateView<Props> {
  const view = lazily(load);
  views.add(view.load);
  function Loaded(props: Props) {
    const View = view.read();
    return <View {...props} />;
  }
  function Late(props: Props) {
    return (
      <UntilLoaded meanwhile={meanwhile}>
        <Loaded {...props} />
      </UntilLoaded>
    );
  }
  return Object.assign(Late, { prefetch: view.load });
}

interface UntilLoadedProps {
  children: ReactNode;
  meanwhile?: ReactNode;
  /** Instead of a message with a button. */
  failed?: (retry: () => void) => ReactNode;
}

/** For what suspends until its code is loaded. */
export function UntilLoaded({ children, meanwhile = null, failed = notLoaded }: UntilLoadedProps) {
  // React itself would show what it suspended on only after 300 ms.
  useSyncExternalStore(subscribeToLoads, loadCount);
  return (
    <LoadBoundary failed={failed}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </LoadBoundary>
  );
}

class LoadBoundary extends Component<
  { children: ReactNode; failed: (retry: () => void) => ReactNode },
  { failure: NotLoaded | null }
> {
  override state: { failure: NotLoaded | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    if (error instanceof NotLoaded) return { failure: error };
    throw error;
  }

  override componentWillUnmount(): void {
    this.state.failure?.forget();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.failed(() => {
      failure.forget();
      this.setState({ failure: null });
    });
  }
}

const notLoaded = (retry: () => void) => (
  <>
    <Notice kind="error">{partNotLoaded}</Notice>
    <div className="button-row">
      <Button onClick={retry}>Try again</Button>
    </div>
  </>
);
