export interface AlphaFeature {
  title: string;
  /** What it does, and what is still rough. */
  text: string;
  /** Where it is tried. */
  path: string;
}

/** What alpha testers see before everyone else. The page says so honestly where there is nothing. */
export const alphaFeatures: readonly AlphaFeature[] = [];
