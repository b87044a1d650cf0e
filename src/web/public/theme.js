// Runs before the first paint, so that a chosen theme never flashes (R3.4). src/web/effects/kept-theme.ts
// writes it.
try {
  const theme = localStorage.getItem('hearthscribe.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system's theme applies.
}
