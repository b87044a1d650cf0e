import { quantile } from '#server/platform/quantile.ts';

export interface Figure {
  name: string;
  value: number;
  unit: string;
  peer: string;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
