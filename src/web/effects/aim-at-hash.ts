type AimedPage = Pick<Window, 'scrollX' | 'scrollY' | 'scrollTo'> & {
  location: Pick<Location, 'hash' | 'replace'>;
  document: Pick<Document, 'getElementById' | 'querySelector'>;
};

/** Client-side navigation does not set `:target`. Does not scroll. */
export function aimAtHash(page: AimedPage): void {
  const { hash } = page.location;
  const isAimed = page.document.querySelector(':target') !== null;
  if (isAimed || page.document.getElementById(hash.slice(1)) === null) return;
  const { scrollX: left, scrollY: top } = page;
  page.location.replace(hash);
  page.scrollTo({ left, top, behavior: 'instant' });
}
