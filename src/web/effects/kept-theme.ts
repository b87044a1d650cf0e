import type { Preferences } from '#contract/preferences.ts';

/** Read by public/theme.js before anything is drawn. */
const key = 'hearthscribe.theme';

/** Keeps the theme for the next page of this browser; what the system says needs no keeping. */
export function keepTheme(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  theme: Preferences['theme'],
): void {
  try {
    if (theme === 'system') storage.removeItem(key);
    else storage.setItem(key, theme);
  } catch {
    // Storage may be shut off by the user.
  }
}
