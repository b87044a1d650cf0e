import { Lamp } from './illustrations/lamp.tsx';

/** R4.18: a veil with a lamp over what work is under way for; when and for how long, its chart knows. It takes the clicks. */
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
