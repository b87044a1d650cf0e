import { pagePaths } from '#contract/pages.ts';
import { useAlphaFlag, useAuth } from './hooks.ts';

/** R2.25, R6.2, R6.3: the way to the alpha features, for alpha testers and whoever has switched it on in the console. */
export function useHasAlphaFeatures(): boolean {
  const { user } = useAuth();
  const isSwitchedOn = useAlphaFlag();
  return (user?.isAlphaTester === true || isSwitchedOn) && pagePaths.includes('/alpha-features');
}
