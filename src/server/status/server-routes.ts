import { changeAnnouncements } from '#contract/announcements.ts';
import { type AppConfig, appConfig } from '#contract/app-config.ts';
import { health, version } from '#contract/server.ts';
import { type Hearing, type SocialLinks, serverStatus } from '#contract/status.ts';
import type { Mount } from '#server/http/mount.ts';
import { assertOperator } from '#server/http/operator.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Whereabouts } from '#server/platform/countries.ts';
import { definedOnly } from '#server/platform/defined-only.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { createAnnouncements } from './announcements.ts';

export function serverRoutes(
  mount: Mount,
  options: {
    version: string;
    appConfig: AppConfig;
    isReady: () => Promise<boolean>;
    announcements: Awaited<ReturnType<typeof createAnnouncements>>;
    /** Null: announcements cannot be changed over HTTP. */
    operatorKey: string | null;
    links: SocialLinks;
    whereabouts: (headers: Headers) => Whereabouts;
    hearing: () => Hearing | null;
    pricePercent: number;
    clock: Clock;
  },
): void {
  mount(health, async () => {
    if (!(await options.isReady())) throw new Refusal('unavailable');
    return { status: 200, body: { status: 'ok', version: options.version } };
  });
  mount(version, async () => ({ status: 200, body: options.version }));
  mount(serverStatus, async ({ request }) => ({
    status: 200,
    body: {
      now: options.clock.now().toISOString(),
      ...(await options.announcements.current()),
      links: options.links,
      ...options.whereabouts(request.headers),
      hearing: options.hearing(),
      pricePercent: options.pricePercent,
    },
  }));
  mount(changeAnnouncements, async ({ headers, body }) => {
    assertOperator(options.operatorKey, headers['x-operator-key']);
    return { status: 200, body: await options.announcements.change(definedOnly(body)) };
  });
  mount(appConfig, async () => ({ status: 200, body: options.appConfig }));
}
