import { VisuallyHidden } from './visually-hidden.tsx';

/** R4.18: shows that work is under way; when and for how long, its chart knows. It takes no clicks away. */
export function LoadingOverlay({ visible, label = 'Working …' }: { visible: boolean; label?: string }) {
  return (
    <div className="loading-overlay" role="status" data-visible={visible || undefined}>
      {visible ? (
        <>
          <div className="loading-overlay-bar" />
          <VisuallyHidden>{label}</VisuallyHidden>
        </>
      ) : null}
    </div>
  );
}
