import type { Analysis } from '#contract/analyses.ts';
import { dayAndTime } from '#web/ui/text.ts';

export const runName = ({ detailLevel, createdAt }: Pick<Analysis, 'detailLevel' | 'createdAt'>): string =>
  `${detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}, ${dayAndTime(createdAt)}`;
