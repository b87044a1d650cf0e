import type { SocialLinks } from '#contract/status.ts';

/** What `GET /status` tells a visitor beside announcements. */
export interface ServerFacts {
  links: SocialLinks;
  /** R2.31: the service is offered where the visitor is. */
  allowedCountry: boolean;
  country: string | null;
  /** Whether recordings can be transcribed, as it came: read where it is shown, so that public pages stay small. */
  hearing: unknown;
}

const unknownFacts: ServerFacts = {
  links: { discord: null, sites: [] },
  allowedCountry: true,
  country: null,
  hearing: null,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Links go into the page only where they are addresses of the web. */
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

/** Reads an answer of `GET /status`, by hand, because a public page loads no schemas; what is not there counts as unknown. */
export function serverFactsOf(value: unknown): ServerFacts {
  if (!isRecord(value)) return unknownFacts;
  return {
    links: linksOf(value.links),
    allowedCountry: value.allowedCountry !== false,
    country: typeof value.country === 'string' ? value.country : null,
    hearing: value.hearing ?? null,
  };
}

/** Keeps what was last heard; tells of it only where it differs. */
export function createServerFacts() {
  let facts = unknownFacts;
  const listeners = new Set<() => void>();
  return {
    get: () => facts,
    /** What is known before anything was heard. */
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
