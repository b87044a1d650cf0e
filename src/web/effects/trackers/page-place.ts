import { sourceParameters } from '../source-info.ts';

/** What is asked of a page's address. */
export type PageAddress = Pick<Location, 'origin' | 'hostname' | 'href' | 'pathname' | 'search'>;

/** A page as trackers may know it. */
export interface Place {
  /** Whether what it shows belongs to somebody: then nothing of it leaves but the kind of page. */
  isPrivate: boolean;
  /** Whether its address alone opens it to whoever has it. */
  isShared: boolean;
  /** Path without ids. */
  path: string;
  /** Address without ids, and with those parameters only that name a source. */
  address: string;
}

const kinds: readonly (readonly [RegExp, string, isShared: boolean])[] = [
  [/^\/(campaign|sessions)\/[^/]+\/public(\/|$)/, '/public', true],
  [/^\/campaign(\/|$)/, '/campaign', false],
  [/^\/sessions(\/|$)/, '/sessions', false],
];

/** What trackers may know of an address: of private pages the kind alone. */
export function placeOf({
  origin,
  pathname,
  search,
}: Pick<PageAddress, 'origin' | 'pathname' | 'search'>): Place {
  const [, kind, isShared = false] = kinds.find(([pattern]) => pattern.test(pathname)) ?? [];
  if (kind !== undefined) return { isPrivate: true, isShared, path: kind, address: `${origin}${kind}` };
  const given = new URLSearchParams(search);
  const known = new URLSearchParams([...given].filter(([name]) => sourceParameters.includes(name)));
  const query = known.size === 0 ? '' : `?${known}`;
  return { isPrivate: false, isShared: false, path: pathname, address: `${origin}${pathname}${query}` };
}
