export interface AlphaFeature {
  title: string;
  /** What it does, and what is still rough. */
  text: string;
  /** Where to try it. */
  path: string;
}

/** Features that alpha testers see first. Without any, the page says so. */
export const alphaFeatures: readonly AlphaFeature[] = [];
