/** Languages that speech recognition knows well, as BCP 47 tags. */
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

/** The languages to choose from, by their English names; with the one that is set, should it be another. */
export function languages(chosen: string | null): { tag: string; name: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const known: readonly string[] = tags;
  const offered = chosen === null || known.includes(chosen) ? known : [...known, chosen];
  return offered
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
