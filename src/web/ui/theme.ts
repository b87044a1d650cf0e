export const themes = ['light', 'dark', 'system'] as const;

export type Theme = (typeof themes)[number];

/** What was kept as the theme, or `system` where that is no theme. */
export function themeFrom(kept: unknown): Theme {
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Shows the page in a theme from now on; the style sheets do the rest. Before the first picture, nothing flashes. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset.theme = theme;
}
