const tags = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'ro',
  'el',
  'tr',
  'uk',
  'ru',
  'ja',
  'ko',
  'zh',
] as const;

/** By English name, including the current one. */
export function languages(chosen: string | null): { key: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const known: readonly string[] = tags;
  const offered = chosen === null || known.includes(chosen) ? known : [...known, chosen];
  return offered
    .map((tag) => ({ key: tag, label: names.of(tag) ?? tag }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}
