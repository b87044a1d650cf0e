import { Lamp } from './illustrations/lamp.tsx';

/** R4.18. The machine decides when and how long. Blocks clicks. */
export function LoadingOverlay({ visible }: { visible: boolean }) {
  return (
    <div className="loading-overlay" role="status" data-visible={visible || undefined}>
      {visible ? (
        <div className="loading-overlay-light">
          <Lamp />
          <p>Working …</p>
        </div>
      ) : null}
    </div>
  );
}
