import type { Analysis } from '#contract/analyses.ts';
import { dayAndTime } from '#web/ui/text.ts';

/** The name of an analysis within its session: its level and when it was started. */
export const runName = ({ detailLevel, createdAt }: Pick<Analysis, 'detailLevel' | 'createdAt'>): string =>
  `${detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}, ${dayAndTime(createdAt)}`;
