import type { ReactNode } from 'react';

export interface IllustrationProps {
  className?: string;
  title?: string;
}

interface DrawingProps extends IllustrationProps {
  width: number;
  height: number;
  children: ReactNode;
}

/** Colors are the tokens `--art-…`, so they follow the theme. */
export function Drawing({ className = '', title, width, height, children }: DrawingProps) {
  return (
    <svg
      className={`illustration ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      role={title === undefined ? 'presentation' : 'img'}
      aria-hidden={title === undefined}
      aria-label={title}
    >
      {children}
    </svg>
  );
}
