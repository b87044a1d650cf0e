import { accountPages, isAccountPath, movedPaths, pagePaths, publicPaths } from '#contract/pages.ts';
import { keysOf } from '#contract/unknown-values.ts';

export type IdKind = 'own' | 'malformed' | 'unknown' | 'foreign' | 'revoked';

export interface Arrival {
  at: RegExp;
  shows: RegExp;
  status?: number;
}

export interface EntryPoint {
  address: string;
  from: string;
  signedOut: Arrival;
  signedIn?: Arrival;
  signedOutOtherwise?: Arrival;
  signedInOtherwise?: Arrival;
}

const home: Arrival = { at: /^\/$/, shows: /Less note-taking,\s+more world-building/ };
const campaigns: Arrival = { at: /^\/campaign(#\w*)?$/, shows: /Your campaigns/ };
const notThere: Arrival = { at: /./, shows: /This page is not on the map/, status: 404 };
/** The same for every players' address that leads nowhere, so that it tells nothing. */
const switchedOff = { ...notThere, shows: /This link doesn’t work/ };
const notFound: Arrival = { at: /^\/campaign\?/, shows: /Not found/ };

const headings: Readonly<Record<string, RegExp>> = {
  '/ai': /AI/,
  '/terms': /Terms/,
  '/privacy': /Privacy/,
  '/cookies': /Cookie/,
  '/roadmap': /road/i,
  '/tips-and-tricks': /Audio Recording/,
  '/blog': /blog/i,
};
const seenAt = (path: string): Arrival => ({
  at: new RegExp(`^${path === '/' ? '/' : path}$`),
  shows: headings[path] ?? /\w/,
});

const namedEntryPoints: readonly EntryPoint[] = [
  { address: '/campaign', from: 'letters about payments, bookmarks', signedOut: home, signedIn: campaigns },
  {
    address: '/campaign?campaignId={campaign}',
    from: 'bookmarks',
    signedOut: home,
    signedIn: { at: /^\/campaign\?campaignId=/, shows: /The Drowned Chapel/ },
    signedInOtherwise: notFound,
  },
  {
    address: '/campaign?campaignId={campaign}&sessionId={session}',
    from: 'emails about analyses, bookmarks',
    signedOut: home,
    signedIn: { at: /&sessionId=/, shows: /Session 1/ },
    signedInOtherwise: notFound,
  },
  {
    address: '/campaign?campaignId={campaign}&sessionId={session}&analysisId={analysis}#analysis',
    from: 'bookmarks, links in the credit history',
    signedOut: home,
    signedIn: { at: /&analysisId=.*#analysis$/, shows: /Session 1/ },
    signedInOtherwise: notFound,
  },
  {
    address: '/campaign?campaignId={campaign}&sessionId={session}#nonsense',
    from: 'bookmarks',
    signedOut: home,
    signedIn: { at: /&sessionId=/, shows: /Session 1/ },
    signedInOtherwise: notFound,
  },
  {
    address: '/campaign?verifyCode={code}',
    from: 'the mail that confirms an address',
    signedOut: home,
    signedIn: campaigns,
  },
  { address: '/campaign#purchase-complete', from: 'the checkout', signedOut: home, signedIn: campaigns },
  { address: '/campaign#purchase-abandoned', from: 'the checkout', signedOut: home, signedIn: campaigns },
  {
    address: '/campaign#billing',
    from: 'the billing portal',
    signedOut: home,
    signedIn: { at: /^\/campaign/, shows: /Your campaigns/ },
  },
  {
    address: '/campaign?code={code}&state={state}',
    from: 'Google, in the window of the page',
    signedOut: home,
    signedIn: { at: /^\/campaign/, shows: /Your campaigns/ },
  },
  {
    address: '/auth/callback?code={code}&state={state}',
    from: 'Google, in a window of its own',
    signedOut: { at: /^\/auth\/callback/, shows: /You can close this window/ },
  },
  {
    address: '/auth/callback?error=access_denied&state={state}',
    from: 'Google, in a window of its own',
    signedOut: { at: /^\/auth\/callback/, shows: /You can close this window/ },
  },
  {
    address: '/t/pricing/{uuid}',
    from: 'links of campaigns',
    signedOut: { at: /^\/pricing$/, shows: /credits/ },
  },
  { address: '/t/{uuid}', from: 'links of campaigns', signedOut: home },
  { address: '/t/nowhere/{uuid}', from: 'links of campaigns', signedOut: home },
  ...(
    [
      ['/campaign/{sharedCampaign}/public/{campaignLink}', /The Drowned Chapel/, notThere],
      ['/sessions/{sharedSession}/public/{sessionLink}', /Session 1/, notThere],
      ['/campaign/{sharedCampaign}/table/{campaignTable}', /The Drowned Chapel/, switchedOff],
      ['/sessions/{sharedSession}/table/{sessionTable}', /Session 1/, switchedOff],
    ] as const
  ).map(([address, shows, otherwise]) => ({
    address,
    from: 'shared links',
    signedOut: { at: /\/(public|table)\/[\w-]{22}$/, shows },
    signedOutOtherwise: otherwise,
    signedIn: { at: /\/(public|table)\/[\w-]{22}$/, shows },
    signedInOtherwise: otherwise,
  })),
  { address: '/blog/{uuid}', from: 'links to posts', signedOut: notThere },
  {
    address: '/dev/billing/checkout/{id}',
    from: 'our stand-in for the payment provider',
    signedOut: { at: /^\/dev\/billing\/checkout\//, shows: /To Hearthscribe/, status: 404 },
  },
  {
    address: '/dev/billing/portal/{id}',
    from: 'our stand-in for the payment provider',
    signedOut: { at: /^\/dev\/billing\/portal\//, shows: /To Hearthscribe/, status: 404 },
  },
  {
    address: '/idp/oauth2/authorize?client_id={id}&redirect_uri={id}&state={state}',
    from: 'the sign-in with Google',
    signedOut: { at: /^\/idp\/oauth2\/authorize/, shows: /\w/, status: 400 },
  },
  { address: '/app-ssg', from: 'builds', signedOut: { at: /./, shows: /Hearthscribe/ } },
  {
    address: '/alpha-features',
    from: 'bookmarks',
    signedOut: { at: /^\/alpha-features$/, shows: /This page is not on the map/ },
  },
  ...Object.keys(movedPaths).map((path) => ({
    address: `${path}?campaignId={campaign}`,
    from: 'old bookmarks',
    signedOut: home,
    signedIn: { at: /^\/campaign\?campaignId=/, shows: /The Drowned Chapel/ },
    signedInOtherwise: notFound,
  })),
];

const pathOf = (address: string) => address.split(/[?#]/)[0] ?? address;
const named = new Set(namedEntryPoints.map(({ address }) => pathOf(address)));

export const entryPoints: readonly EntryPoint[] = [
  ...namedEntryPoints,
  ...publicPaths.map((path) => ({ address: path, from: 'search engines', signedOut: seenAt(path) })),
  ...publicPaths
    .filter((path) => path !== '/')
    .map((path) => ({ address: `${path}/index.html`, from: 'old bookmarks', signedOut: seenAt(path) })),
  ...keysOf(accountPages)
    .filter((path) => !named.has(path))
    .map((path) => ({
      address: path,
      from: 'bookmarks',
      signedOut: home,
      signedIn: { at: new RegExp(`^${path}$`), shows: new RegExp(accountPages[path]) },
    })),
  ...pagePaths
    .filter((path) => !isAccountPath(path))
    .filter((path) => !publicPaths.includes(path) && !named.has(path))
    .map((path) => ({ address: path, from: 'bookmarks', signedOut: seenAt(path) })),
  { address: '/index.html', from: 'old bookmarks', signedOut: home },
  { address: '/no/such/page', from: 'mistyped links', signedOut: notThere },
];

export const isEntryPoint = (address: string): boolean =>
  entryPoints.some((entry) => entry.address.replaceAll(/\{\w*\}/g, '{}') === address);
