import { changeAnnouncements } from '#contract/announcements.ts';
import { type AppConfig, appConfig } from '#contract/app-config.ts';
import {
  health,
  liveness,
  readiness,
  receiveRecording,
  release,
  securityContact,
  version,
} from '#contract/server.ts';
import { type Hearing, type SocialLinks, serverStatus } from '#contract/status.ts';
import { type Mount, Reply } from '#server/http/mount.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Whereabouts } from '#server/platform/countries.ts';
import { definedOnly } from '#server/platform/defined-only.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { createAnnouncements } from './announcements.ts';

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. */
const securityTextDays = 90;

export function serverRoutes(
  mount: Mount,
  options: {
    version: string;
    release: string;
    /** Null: there is no operator to report a weakness to. */
    securityEmail: string | null;
    appConfig: AppConfig;
    isReady: () => Promise<boolean>;
    announcements: Awaited<ReturnType<typeof createAnnouncements>>;
    links: SocialLinks;
    whereabouts: (headers: Headers) => Whereabouts;
    hearing: () => Hearing | null;
    pricePercent: () => number;
    clock: Clock;
  },
): void {
  mount(health, async () => {
    if (!(await options.isReady())) throw new Refusal('unavailable');
    return { status: 'ok', version: options.version };
  });
  mount(liveness, () => ({ status: 'ok' }));
  mount(readiness, async () => {
    if (!(await options.isReady())) throw new Refusal('unavailable');
    return { status: 'ok' };
  });
  mount(release, () => ({ version: options.release, build: options.version }));
  mount(securityContact, async () => {
    if (options.securityEmail === null) throw new Refusal('notFound');
    const expires = new Date(options.clock.now().getTime() + securityTextDays * dayMs);
    return `Contact: mailto:${encodeURI(options.securityEmail)}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
  });
  mount(version, () => options.version);
  mount(serverStatus, async ({ request }) => ({
    now: options.clock.now().toISOString(),
    ...(await options.announcements.current()),
    links: options.links,
    ...options.whereabouts(request.headers),
    hearing: options.hearing(),
    pricePercent: options.pricePercent(),
  }));
  mount(changeAnnouncements, ({ body }) => options.announcements.change(definedOnly(body)));
  // Its body is not read: it may be hundreds of megabytes.
  mount(receiveRecording, () => new Reply(303, undefined, { location: '/campaign?incoming=missed#join' }));
  mount(appConfig, () => options.appConfig);
}
