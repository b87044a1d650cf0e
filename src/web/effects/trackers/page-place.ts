import { accountPages } from '#contract/pages.ts';
import { sourceParameters } from '../source-info.ts';

export type PageAddress = Pick<Location, 'origin' | 'hostname' | 'href' | 'pathname' | 'search'>;

export interface Place {
  /** Then only the kind of page is sent. */
  isPrivate: boolean;
  /** Knowing the address is enough to open it. */
  isShared: boolean;
  path: string;
  label: string | null;
  address: string;
}

const kinds: readonly (readonly [RegExp, string, label: string, isShared: boolean])[] = [
  [/^\/(campaign|sessions)\/[^/]+\/public(\/|$)/, '/public', 'Shared view', true],
  [/^\/campaign(\/|$)/, '/campaign', 'Campaign', false],
  [/^\/sessions(\/|$)/, '/sessions', 'Session', false],
];
/** Account pages get their title too late for a page view. */
const labels: Readonly<Record<string, string>> = {
  ...accountPages,
  ...(import.meta.env.DEV ? { '/dev/components': 'Components' } : {}),
};
const windowTitle = (label: string) => `${label} · Hearthscribe`;

/** Only the kind of a private page. */
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
