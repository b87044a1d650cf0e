import { VisuallyHidden } from './visually-hidden.tsx';

export function Skeleton({ label, lines = 4, heading = false }: SkeletonProps) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className="skeleton" aria-hidden="true">
        {heading ? <div className="skeleton-line skeleton-heading" /> : null}
        {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
          <div key={key} className="skeleton-line" />
        ))}
      </div>
    </div>
  );
}

interface SkeletonProps {
  label: string;
  lines?: number;
  heading?: boolean;
}
