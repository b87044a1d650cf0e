import type { SocialLinks } from '#contract/status.ts';
import { isRecord } from '#contract/unknown-values.ts';

export interface ServerFacts {
  links: SocialLinks;
  allowedCountry: boolean;
  country: string | null;
  hearing: unknown;
  pricePercent: number;
}

const unknownFacts: ServerFacts = {
  links: { discord: null, sites: [] },
  allowedCountry: true,
  country: null,
  hearing: null,
  pricePercent: 100,
};

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);

function linksOf(value: unknown): SocialLinks {
  if (!isRecord(value) || !Array.isArray(value.sites)) return unknownFacts.links;
  return {
    discord: isWebAddress(value.discord) ? value.discord : null,
    sites: value.sites.flatMap((site: unknown) =>
      isRecord(site) && typeof site.name === 'string' && isWebAddress(site.url)
        ? [{ name: site.name, url: site.url }]
        : [],
    ),
  };
}

/** By hand, because public pages load no schemas; missing values are unknown. */
export function serverFactsOf(value: unknown): ServerFacts {
  if (!isRecord(value)) return unknownFacts;
  return {
    links: linksOf(value.links),
    allowedCountry: value.allowedCountry !== false,
    country: typeof value.country === 'string' ? value.country : null,
    hearing: value.hearing ?? null,
    pricePercent: typeof value.pricePercent === 'number' ? value.pricePercent : 100,
  };
}

/** Notifies only of changes. */
export function createServerFacts() {
  let facts = unknownFacts;
  const listeners = new Set<() => void>();
  return {
    get: () => facts,
    initial: () => unknownFacts,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    hear(answer: unknown): void {
      const heard = serverFactsOf(answer);
      if (JSON.stringify(heard) === JSON.stringify(facts)) return;
      facts = heard;
      for (const listener of [...listeners]) listener();
    },
  };
}
