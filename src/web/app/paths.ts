import { isDialogHash } from '#contract/choices.ts';

/**
 * Id of the element that a public page's address names; null in the campaigns, where the hash is the tab (D9).
 * @param ofPage the element that the page itself names (R2.9); the hash goes before it
 */
export function scrollTargetOf(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  ofPage: string | null = null,
): string | null {
  if (isAppPath(pathname)) return null;
  return hash.length < 2 || isDialogHash(hash) ? ofPage : hash.slice(1);
}

/** Whether a path belongs to the app itself, which starts from a shell without content (R2.4, R2.6). */
export function isAppPath(pathname: string): boolean {
  return ['/campaign', '/alpha-features', '/app-ssg'].includes(pathname);
}

/** R2.29: campaigns, the shell that they start from, and public views of them fill the window by themselves. */
export function hasFooter(pathname: string): boolean {
  return !isAppPath(pathname) && !/^\/(campaign|sessions)(\/|$)/.test(pathname);
}
