import { useAuth } from '#web/flows/auth/use-auth.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useAlphaFlag } from './use-alpha-flag.ts';

/**
 * R2.13, R6.2: the alpha features are for alpha testers who have not hidden them; R6.3: and for whoever has switched them
 * on in the console, which opens nothing that the server guards.
 */
export function useHasAlphaFeatures(): boolean {
  const { user } = useAuth();
  const { preferences } = usePreferences();
  const isSwitchedOn = useAlphaFlag();
  return isSwitchedOn || (user?.isAlphaTester === true && preferences?.show_alpha_features !== false);
}
