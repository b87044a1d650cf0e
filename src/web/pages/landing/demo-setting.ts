import type { Evidence } from '#contract/analysis-result.ts';
import type { ResultSetting } from '#web/results/evidence.tsx';
import { Markdown } from '#web/ui/markdown.tsx';

/** Id of a line of the demo's transcript; a link to it shows the line, without a script. */
export const demoLineId = (segmentId: string): string => `demo-${segmentId}`;

export const demoSoundId = 'demo-sound';

export const demoSetting: ResultSetting = {
  timing: 'measured',
  addressOf: ({ segmentIds }: Evidence) => `#${demoLineId(segmentIds[0] ?? '')}`,
  Prose: Markdown,
};
