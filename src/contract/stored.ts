/** Small facts that the browser keeps; whatever does not fit its schema any more counts as absent. */
import { SourceInfo } from './account.ts';
import { DetailLevel } from './common.ts';

export const storedFacts = {
  /** Where the user first came from (R3.7); sent along with the login. */
  sourceInfo: { key: 'hearthscribe.sourceInfo', schema: SourceInfo },
  /** The level chosen last. */
  detailLevel: { key: 'hearthscribe.detailLevel', schema: DetailLevel },
} as const;
