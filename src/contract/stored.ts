/** Small facts that the browser keeps; whatever does not fit its schema any more counts as absent. */
import { DetailLevel } from './common.ts';

/** Those of the signed-in part; what the public pages keep stands in visit.ts. */
export const storedFacts = {
  /** The level chosen last. */
  detailLevel: { key: 'hearthscribe.detailLevel', schema: DetailLevel },
} as const;
