export const themes = ['light', 'dark', 'system'] as const;

export type Theme = (typeof themes)[number];

export function themeFrom(kept: unknown): Theme {
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Call it before the first paint to avoid a flash. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset.theme = theme;
}
