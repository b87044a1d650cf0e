import { useAuth } from '#web/flows/auth/use-auth.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useAlphaFlag } from './use-alpha-flag.ts';

/** R2.13, R6.2, R6.3. Gives no access to protected data. */
export function useHasAlphaFeatures(): boolean {
  const { user } = useAuth();
  const { preferences } = usePreferences();
  const isSwitchedOn = useAlphaFlag();
  return isSwitchedOn || (user?.isAlphaTester === true && preferences?.show_alpha_features !== false);
}
