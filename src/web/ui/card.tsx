import type { ComponentProps } from 'react';

/** A sheet of paper on the table. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`card ${className}`} />;
}
