import { navigate } from 'wouter/use-browser-location';
import { appConfig } from '#contract/app-config.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { realTimers } from '#web/api/timers.ts';
import { deepLinkOf } from '#web/effects/deep-link.ts';
import { rememberSource } from '#web/effects/source-info.ts';
import { createAmplifyIdentity } from '#web/identity/amplify-identity.ts';
import { type App, createApp } from './create-app.ts';

/** Hash of the build (vite.config.ts); empty for one that was not made by `npm start`. */
declare const __BUILD__: string;

/** Learns from the server how to reach it and the identity provider, then composes and starts the app. */
export async function startApp(): Promise<App> {
  const fetch = window.fetch.bind(window);
  const publicClient = createApiClient({
    baseUrl: '',
    fetch,
    identityToken: async () => '',
    trackingHeaders: () => ({}),
    onUnauthorized: () => {},
    timers: realTimers,
  });
  const { apiBase, identity } = await publicClient.call(appConfig, {});
  rememberSource(window.localStorage, {
    href: window.location.href,
    referrer: document.referrer,
    userAgent: navigator.userAgent,
    now: new Date(),
    link: deepLinkOf(window.location.pathname),
  });
  const app = createApp({
    identity: createAmplifyIdentity(identity),
    fetch,
    baseUrl: apiBase,
    build: __BUILD__ === '' ? null : __BUILD__,
    page: window,
    storage: window.localStorage,
    cookies: () => document.cookie,
    navigate,
  });
  app.start();
  return app;
}
