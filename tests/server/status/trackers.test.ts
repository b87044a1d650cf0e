import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { noTrackers, Trackers } from '#contract/trackers.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import { type App, createMount } from '#server/http/mount.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { trackerSources } from '#server/http/tracker-policy.ts';
import { readConfig } from '#server/platform/config.ts';
import { trackerRoute } from '#server/status/tracker-routes.ts';

async function served(environment: Record<string, string>) {
  const { trackers } = readConfig(environment);
  const app: App = new Hono();
  app.use(securityHeaders([], trackerSources(trackers), null));
  const authenticator = {} as Authenticator;
  trackerRoute(createMount({ app, authenticator, checkResponses: true, mounted: [] }), trackers);
  const answer = await app.request('/trackers.json');
  const policy = Object.fromEntries(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name, ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  return { trackers: await answer.json(), policy, caching: answer.headers.get('cache-control') };
}

it('[R7.15] without settings there is no tracker, and the policy allows nothing else', async () => {
  const { trackers, policy, caching } = await served({});
  expect(trackers).toEqual(noTrackers);
  expect(policy).toMatchObject({
    'script-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'require-trusted-types-for': "'script'",
  });
  expect(caching).toBe('public, max-age=300');
});

it('[R7.15] [R7.17] sends the configured trackers to the page, and allows only them in the policy', async () => {
  const { trackers, policy } = await served({
    ANALYTICS_ID: 'G-AB12CD34EF',
    ANALYTICS_DATA_LAYER: 'hearthLayer',
    ANALYTICS_PARAMETERS: 'edition=beta,site=main',
  });
  expect(trackers).toEqual({
    analytics: {
      measurementId: 'G-AB12CD34EF',
      dataLayer: 'hearthLayer',
      script: 'https://www.googletagmanager.com/gtag/js',
      parameters: { edition: 'beta', site: 'main' },
    },
    ads: null,
    referral: null,
  });
  expect(Trackers.safeParse(trackers).success).toBe(true);
  expect(policy['script-src']).toBe("'self' https://www.googletagmanager.com");
  expect(policy['connect-src']).toContain('https://*.google-analytics.com');
  expect(JSON.stringify(policy)).not.toMatch(/facebook|promotekit|unsafe|https: /);
  expect(policy['require-trusted-types-for']).toBe("'script'");
});

it('[R7.15] allows the hosts of the pixel and the partner program, or only a proxy', () => {
  const { trackers } = readConfig({
    ANALYTICS_ID: 'G-1',
    ANALYTICS_SCRIPT: 'https://stats.example.org/tag.js',
    ADS_PIXEL_ID: '1234567890',
    PROMOTEKIT_ID: 'abc',
  });
  expect(trackerSources(trackers)).toEqual({
    script: ['https://stats.example.org', 'https://connect.facebook.net', 'https://cdn.promotekit.com'],
    connect: [
      'https://stats.example.org',
      'https://connect.facebook.net',
      'https://www.facebook.com',
      'https://*.promotekit.com',
    ],
    image: expect.arrayContaining(['https://stats.example.org']),
  });
});

it.each([
  ['ANALYTICS_ID', "G-1'; script"],
  ['ANALYTICS_DATA_LAYER', 'a.b'],
  ['ANALYTICS_SCRIPT', 'https://x.example/a;b'],
  ['ANALYTICS_PARAMETERS', 'a'],
  ['ADS_PIXEL_ID', 'abc'],
  ['ADS_PIXEL_SCRIPT', 'javascript:alert(1)'],
  ['PROMOTEKIT_ID', 'a b'],
])('[R7.15] rejects %s with %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
