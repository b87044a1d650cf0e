/** Small facts that the browser keeps; whatever does not fit its schema any more counts as absent. */
import { z } from 'zod';
import { DetailLevel } from './common.ts';

/** Those of the account part; what the public pages keep stands in visit.ts. */
export const storedFacts = {
  /** The level chosen last. */
  detailLevel: { key: 'hearthscribe.detailLevel', schema: DetailLevel },
  /** Whether screens under trial are shown (R4.21). */
  alphaFeatures: { key: 'hearthscribe.alphaFeatures', schema: z.boolean() },
} as const;
