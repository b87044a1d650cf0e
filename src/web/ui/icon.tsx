import type { moreDrawings } from './more-drawings.ts';

/** Icons that every page may show: paths on a 24 × 24 grid. */
const drawings = {
  alert: ['M12 3.5 21.5 20h-19Z', 'M12 10v4.5', 'M12 17.3v.1'],
  check: ['m5 12.5 4.5 4.5L19 7.5'],
  chevronDown: ['m6 9.5 6 6 6-6'],
  close: ['m6 6 12 12', 'M18 6 6 18'],
  copy: ['M9 9h11v11H9Z', 'M5 15H4V4h11v1'],
  info: ['M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0', 'M12 11v5.5', 'M12 7.7v.1'],
  menu: ['M4 7h16', 'M4 12h16', 'M4 17h16'],
} as const;

export const known: Partial<Record<IconName, readonly string[]>> = { ...drawings };

export type IconName = keyof typeof drawings | keyof typeof moreDrawings;

/** Hidden from assistive technology. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {known[name]?.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
