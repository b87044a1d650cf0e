import type { Preferences } from '#contract/preferences.ts';

/** theme.js (src/web/public) reads it before the first paint. */
const key = 'hearthscribe.theme';

/** Stores the theme for the next page; the system theme needs no entry. */
export function keepTheme(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  theme: Preferences['theme'],
): void {
  try {
    if (theme === 'system') storage.removeItem(key);
    else storage.setItem(key, theme);
  } catch {
    // The user may have disabled storage.
  }
}
