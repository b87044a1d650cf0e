/** The part of `window` that has an address. */
type AimedPage = Pick<Window, 'scrollX' | 'scrollY' | 'scrollTo'> & {
  location: Pick<Location, 'hash' | 'replace'>;
  document: Pick<Document, 'getElementById' | 'querySelector'>;
};

/**
 * Makes what the address names the browser's target (`:target`), as it is where the page is loaded from that address; after
 * a step without loading it is not. Moves nothing.
 */
export function aimAtHash(page: AimedPage): void {
  const { hash } = page.location;
  const isAimed = page.document.querySelector(':target') !== null;
  if (isAimed || page.document.getElementById(hash.slice(1)) === null) return;
  const { scrollX: left, scrollY: top } = page;
  page.location.replace(hash);
  page.scrollTo({ left, top, behavior: 'instant' });
}
