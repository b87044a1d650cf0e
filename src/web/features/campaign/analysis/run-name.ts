import type { Analysis } from '#contract/analyses.ts';
import { dayAndTime } from '#web/ui/text.ts';

/** An analysis among others of its session: its level and when it was begun. */
export const runName = ({ detailLevel, createdAt }: Pick<Analysis, 'detailLevel' | 'createdAt'>): string =>
  `${detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}, ${dayAndTime(createdAt)}`;
