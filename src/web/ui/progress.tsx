interface ProgressProps {
  /** 0..1; null while unknown. */
  value: number | null;
  label: string;
}

const percent = (value: number) => Math.floor(Math.min(1, Math.max(0, value)) * 100);

export function ProgressBar({ value, label }: ProgressProps) {
  return (
    <div
      className={`progress-bar ${value === null ? 'progress-bar-unknown' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : percent(value)}
    >
      <div
        className="progress-bar-fill"
        style={value === null ? undefined : { width: `${percent(value)}%` }}
      />
    </div>
  );
}

const radius = 8;
const circumference = 2 * Math.PI * radius;

export function ProgressRing({ value, label }: ProgressProps) {
  const shown = value ?? 0.3;
  return (
    <svg
      className={`progress-ring ${value === null ? 'progress-ring-unknown' : ''}`}
      viewBox="0 0 20 20"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : percent(value)}
    >
      <circle className="progress-ring-track" cx="10" cy="10" r={radius} fill="none" strokeWidth="3" />
      <circle
        className="progress-ring-fill"
        cx="10"
        cy="10"
        r={radius}
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - Math.min(1, Math.max(0, shown)))}
      />
    </svg>
  );
}
