import { Lamp } from './illustrations/lamp.tsx';

/** R4.18. The machine decides when and how long. Blocks clicks. */
export function LoadingOverlay({ visible, label = 'Working …' }: { visible: boolean; label?: string }) {
  return (
    <div className="loading-overlay" role="status" data-visible={visible || undefined}>
      {visible ? (
        <div className="loading-overlay-light">
          <Lamp />
          <p>{label}</p>
        </div>
      ) : null}
    </div>
  );
}
