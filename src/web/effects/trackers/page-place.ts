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
  /** What trackers may call it where that is not what its window is called: of the account's pages a label. Null: nothing. */
  label: string | null;
  /** Address without ids, and with those parameters only that name a source. */
  address: string;
}

const kinds: readonly (readonly [RegExp, string, label: string, isShared: boolean])[] = [
  [/^\/(campaign|sessions)\/[^/]+\/public(\/|$)/, '/public', 'Shared view', true],
  [/^\/campaign(\/|$)/, '/campaign', 'Campaign', false],
  [/^\/sessions(\/|$)/, '/sessions', 'Session', false],
];
/** Their windows are named once the account part is there, too late for a page view. */
const labels: Readonly<Record<string, string>> = {
  '/alpha-features': 'Alpha features',
  ...(import.meta.env.DEV ? { '/dev/components': 'Components' } : {}),
};
const windowTitle = (label: string) => `${label} · Hearthscribe`;

/** What trackers may know of an address: of private pages the kind alone. */
export function placeOf({
  origin,
  pathname,
  search,
}: Pick<PageAddress, 'origin' | 'pathname' | 'search'>): Place {
  const [, kind, name = '', isShared = false] = kinds.find(([pattern]) => pattern.test(pathname)) ?? [];
  if (kind !== undefined)
    return { isPrivate: true, isShared, path: kind, label: windowTitle(name), address: `${origin}${kind}` };
  const given = new URLSearchParams(search);
  const known = new URLSearchParams([...given].filter(([name]) => sourceParameters.includes(name)));
  const query = known.size === 0 ? '' : `?${known}`;
  const named = labels[pathname];
  return {
    isPrivate: false,
    isShared: false,
    path: pathname,
    label: named === undefined ? null : windowTitle(named),
    address: `${origin}${pathname}${query}`,
  };
}
