import type { Preferences } from '#contract/preferences.ts';

/** theme.js (src/web/public) reads it before the first paint. */
const key = 'hearthscribe.theme';

export function keepTheme(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  theme: Preferences['theme'],
): void {
  try {
    if (theme === 'system') storage.removeItem(key);
    else storage.setItem(key, theme);
  } catch {}
}
