export interface AlphaFeature {
  title: string;
  text: string;
  path: string;
}

export const alphaFeatures: readonly AlphaFeature[] = [];
